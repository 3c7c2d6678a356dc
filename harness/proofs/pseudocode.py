"""AMD's pseudo-code of instructions, executed: what a lane's, or a scalar, instruction does.

A value is its bits with a kind (u, i, f, b) and a width; names without a value are 0.  Real numbers
are rounded once, to nearest even.  Raises Unknown for what the pseudo-code leaves open.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping
from typing import Any

from proofs.pseudovalues import (
    FUNCTIONS,
    MANTISSA,
    Unknown,
    Value,
    integer,
    real_two,
    rounded,
    whole_two,
)

Tree = tuple[Any, ...]
_TOKEN = re.compile(
    r"\s*(?:(?P<sized>\d+'(?:0x[0-9a-fA-F]+|\d+\.\d+|\d+)U?)|(?P<cast>\d+'[UIFB]\b)"
    r"|(?P<number>0x[0-9a-fA-F]+(?:ULL|LL|U)?|\d+\.\d+F?|\d+(?:ULL|LL|U|F)?)"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<sign>\+:|\+=|-=|\|=|&=|\*\*|<<|>>|<=|>=|==|!=|<>|&&|\|\||\S))"
)
_LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!=", "<>"], ["<", "<=", ">", ">="],
           ["<<", ">>"], ["+", "-"], ["*", "/", "%"], ["**"]]  # fmt: skip


class _Break(Exception):
    pass


class _Return(Exception):
    pass


# ---------------------------------------------------------------------------------- the grammar


class _Parser:
    """Makes a tree of a text: statements and expressions."""

    def __init__(self, text: str) -> None:
        text = re.sub(r"//[^\n]*", "", text)
        self.tokens: list[str] = []
        at = 0
        while at < len(text.rstrip()):
            found = _TOKEN.match(text, at)
            if not found:
                raise Unknown(text[at : at + 20])
            self.tokens.append(found[0].strip())
            at = found.end()
        self.at = 0

    def see(self, *words: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at] in words

    def take(self, word: str = "") -> str:
        if self.at >= len(self.tokens) or (word and self.tokens[self.at] != word):
            raise Unknown(f"'{word}' wanted at {self.tokens[self.at : self.at + 3]}")
        self.at += 1
        return self.tokens[self.at - 1]

    def block(self, *ends: str) -> list[Tree]:
        all_of: list[Tree] = []
        while self.at < len(self.tokens) and not self.see(*ends):
            if self.see(";"):
                self.take()
            else:
                all_of.append(self.statement())
        return all_of

    def statement(self) -> Tree:
        if self.see("declare"):
            self.take()
            name = self.take()
            self.take(":")
            kind = self.take()
            size: Tree | None = None
            if self.see("["):
                self.take()
                size = self.expression()
                self.take("]")
            return ("declare", name, kind, size)
        if self.see("if"):
            return self.choice()
        if self.see("for"):
            self.take()
            name = self.take()
            self.take("in")
            first = self.expression()
            self.take(":")
            last = self.expression()
            self.take("do")
            body = self.block("endfor")
            self.take("endfor")
            return ("for", name, first, last, body)
        if self.see("break"):
            self.take()
            return ("break",)
        if self.see("return"):
            self.take()
            return ("return", self.expression())
        left = self.expression()
        if self.see("="):
            self.take()
            if self.see("lambda"):
                return self.function(left)
            targets, value = [left], self.expression()
            while self.see("="):
                self.take()
                targets.append(value)
                value = self.expression()
            return ("set", targets, value)
        if self.see("+=", "-=", "|=", "&="):
            sign = self.take()[0]
            return ("set", [left], ("two", sign, left, self.expression()))
        raise Unknown(f"statement at {self.tokens[self.at : self.at + 4]}")

    def function(self, name: Tree) -> Tree:
        self.take("lambda")
        self.take("(")
        names = [self.take()]
        while self.see(","):
            self.take()
            names.append(self.take())
        self.take(")")
        self.take("(")
        at = self.at
        try:
            body = self.block(")")
        except Unknown:  # an expression alone
            self.at = at
            body = [("return", self.expression())]
        self.take(")")
        return ("function", name[1], names, body)

    def choice(self) -> Tree:
        self.take()  # if, elsif
        condition = self.expression()
        self.take("then")
        yes = self.block("elsif", "else", "endif")
        if self.see("elsif"):
            return ("if", condition, yes, [self.choice()])
        no: list[Tree] = []
        if self.see("else"):
            self.take()
            no = self.block("endif")
        self.take("endif")
        return ("if", condition, yes, no)

    def expression(self) -> Tree:
        condition = self.level(0)
        if not self.see("?"):
            return condition
        self.take()
        yes = self.expression()
        self.take(":")
        return ("choose", condition, yes, self.expression())

    def level(self, number: int) -> Tree:
        if number == len(_LEVELS):
            return self.unary()
        left = self.level(number + 1)
        while self.see(*_LEVELS[number]):
            sign = self.take()
            left = ("two", sign, left, self.level(number + 1))
        return left

    def unary(self) -> Tree:
        if self.see("-", "~", "!", "+"):
            return ("one", self.take(), self.unary())
        return self.behind(self.primary())

    def primary(self) -> Tree:
        if self.see("("):
            self.take()
            inner = self.expression()
            self.take(")")
            return inner
        if self.see("{"):
            self.take()
            parts = [self.expression()]
            while self.see(","):
                self.take()
                parts.append(self.expression())
            self.take("}")
            return ("join", parts)
        token = self.take()
        if re.fullmatch(r"\d+'[UIFB]", token):
            self.take("(")
            inner = self.expression()
            self.take(")")
            return ("cast", token[-1].lower(), int(token[:-2]), inner)
        if token[0].isdigit():
            return ("number", token)
        if self.see("("):
            self.take()
            arguments = [] if self.see(")") else [self.expression()]
            while self.see(","):
                self.take()
                arguments.append(self.expression())
            self.take(")")
            return ("call", token, arguments)
        return ("name", token)

    def behind(self, left: Tree) -> Tree:
        while self.see(".", "["):
            if self.take() == ".":
                left = ("as", left, self.take())
                continue
            first = self.expression()
            if self.see(":", "+:"):
                sign = self.take()
                left = ("bits", left, first, sign, self.expression())
            else:
                left = ("at", left, first)
            self.take("]")
        return left


@functools.cache
def parsed(text: str) -> list[Tree]:
    """Return the statements of a text."""
    parser = _Parser(text)
    tree = parser.block()
    if parser.at < len(parser.tokens):
        raise Unknown(f"rest {parser.tokens[parser.at : parser.at + 4]}")
    return tree


# ------------------------------------------------------------------------------- its execution


class Machine:
    """Executes a text on registers: names with their bits.  `written`: masks of what was set."""

    def __init__(self, registers: Mapping[str, int], library: Mapping[str, str]) -> None:
        self.names: dict[str, Any] = {key: Value("b", 64, bits) for key, bits in registers.items()}
        self.written: dict[str, int] = {}
        self.library = library
        self.functions: dict[str, tuple[list[str], list[Tree]]] = {}

    def run(self, text: str) -> None:
        """Execute all of it."""
        self._block(parsed(text))

    def _block(self, trees: list[Tree]) -> None:
        for tree in trees:
            getattr(self, f"_do_{tree[0]}")(*tree[1:])

    def _do_declare(self, name: str, kind: str, size: Tree | None) -> None:
        width, letter = int(kind.split("'")[0]), kind[-1].lower()
        if name in ("S0", "S1", "S2", "OPSEL", "OPSEL_HI"):
            return
        one = Value(letter, width, 0)
        self.names[name] = [one] * self.value(size).whole() if size else one

    def _do_if(self, condition: Tree, yes: list[Tree], no: list[Tree]) -> None:
        self._block(yes if self.value(condition).bits else no)

    def _do_for(self, name: str, first: Tree, last: Tree, body: list[Tree]) -> None:
        try:
            for i in range(self.value(first).whole(), self.value(last).whole() + 1):
                self.names[name] = integer(i)
                self._block(body)
        except _Break:
            pass

    def _do_break(self) -> None:
        raise _Break

    def _do_return(self, value: Tree) -> None:
        raise _Return(self.value(value))

    def _do_function(self, name: str, names: list[str], body: list[Tree]) -> None:
        self.functions[name] = (names, body)

    def _do_set(self, targets: list[Tree], value: Tree) -> None:
        result = self.value(value)
        for target in targets:
            self._store(target, result)

    def _store(self, target: Tree, value: Value) -> None:
        if target[0] == "join":
            bits = value.bits
            for part in reversed(target[1]):
                width = self._width_of(part)
                self._store(part, Value("b", width, bits & ((1 << width) - 1)))
                bits >>= width
            return
        low, width, kind = 0, 0, ""
        while target[0] != "name":
            if target[0] == "as":
                if not re.fullmatch(r"[uifb]\d+", target[2]):
                    raise Unknown(f".{target[2]}")
                if not width:
                    kind, width = target[2][0], int(target[2][1:])
                elif not kind:
                    kind = "b"
            elif target[0] == "at":
                if isinstance(self.names.get(target[1][1]), list):
                    self.names[target[1][1]][self.value(target[2]).whole()] = value
                    return
                low, width, kind = self.value(target[2]).whole(), width or 1, kind or "b"
                width = min(width, 1)
            else:
                begin, end = self._bounds(target)
                low, width, kind = begin, end - begin + 1, kind or "b"
            target = target[1]
        name = target[1]
        if kind == "f" and value.kind == "f" and value.width != width:
            value = rounded(value.real(), width)
        whole = not width
        if name not in self.names or (whole and name not in self.written):
            self.names[name] = value if whole else Value("b", 64, 0)
        width = width or value.width
        mask = ((1 << width) - 1) << low
        old: Value = self.names[name]
        bits = (old.bits & ~mask) | ((value.bits << low) & mask)
        if whole:
            self.names[name] = Value(value.kind, width, bits & mask)
        else:
            self.names[name] = Value(old.kind, max(old.width, low + width), bits)
        self.written[name] = self.written.get(name, 0) | mask

    def _width_of(self, tree: Tree) -> int:
        if tree[0] == "as":
            return int(tree[2][1:])
        if tree[0] == "bits":
            begin, end = self._bounds(tree)
            return end - begin + 1
        raise Unknown("a part without a width")

    def _bounds(self, tree: Tree) -> tuple[int, int]:
        first, second = self.value(tree[2]).whole(), self.value(tree[4]).whole()
        if tree[3] == "+:":
            return first, first + second - 1
        return min(first, second), max(first, second)

    def value(self, tree: Tree) -> Value:
        """Return what an expression is."""
        found: Value = getattr(self, f"_of_{tree[0]}")(*tree[1:])
        return found

    def _of_number(self, text: str) -> Value:
        if "'" in text:
            size, rest = text.split("'")
            if "." in rest:
                return rounded(float(rest), int(size))
            return integer(int(rest.rstrip("U"), 0), "u" if "U" in text else "i", int(size))
        if "." in text or (text.endswith("F") and not text.startswith("0x")):
            return rounded(float(text.rstrip("F")), 32 if text.endswith("F") else 64)
        width = 64 if text.endswith("LL") else 32
        value = int(text.rstrip("UL"), 0)
        plain = not text.endswith(("U", "L"))
        return integer(value, "u" if "U" in text else "i", 64 if plain else width, plain=plain)

    def _of_name(self, name: str) -> Value:
        constants = {"INF": math.inf, "PI": math.pi}
        if name in constants:
            return rounded(constants[name], 64)
        if name in ("UNDERFLOW_F32", "UNDERFLOW_F64", "OVERFLOW_F32", "OVERFLOW_F64"):
            width = int(name[-2:])
            return rounded(0.0 if name[0] == "U" else math.inf, width)
        found = self.names.get(name)
        if not isinstance(found, Value):
            raise Unknown(f"name {name}")
        return found

    def _of_as(self, inner: Tree, kind: str) -> Value:
        if inner == ("name", "WAVE_MODE"):
            return integer(1 if kind == "IEEE" else 0, "u", 1)
        if not re.fullmatch(r"[uifb]\d+", kind):
            raise Unknown(f".{kind}")
        return self.value(inner).as_kind(kind[0], int(kind[1:]))

    def _of_bits(self, inner: Tree, first: Tree, sign: str, second: Tree) -> Value:
        begin, end = self._bounds(("bits", inner, first, sign, second))
        bits = self.value(inner).bits >> begin
        width = end - begin + 1
        bits &= (1 << width) - 1
        if sign == ":" and self.value(first).whole() < self.value(second).whole():
            bits = int(f"{bits:0{width}b}"[::-1], 2)
        return Value("u", width, bits)

    def _of_at(self, inner: Tree, index: Tree) -> Value:
        number = self.value(index).whole()
        if inner[0] == "name" and isinstance(self.names.get(inner[1]), list):
            found: Value = self.names[inner[1]][number]
            return found
        if inner == ("name", "S"):
            return self.value(("name", f"S{number}"))
        return Value("u", 1, self.value(inner).bits >> number & 1)

    def _of_join(self, parts: list[Tree]) -> Value:
        bits, width = 0, 0
        for part in parts:
            one = self.value(part)
            bits, width = bits << one.width | one.bits, width + one.width
        return Value("b", width, bits)

    def _of_cast(self, kind: str, width: int, inner: Tree) -> Value:
        value = self.value(inner)
        if kind != "f":
            return value.as_kind("b", width) if kind == "b" else integer(value.whole(), kind, width)
        if value.kind != "f":
            return value.as_kind("f", width)  # such as the bits of a NaN
        number = value.real()
        if number == number or width == value.width:
            return value if width == value.width else rounded(number, width)
        # The payload of a NaN, and whether it signals, stay.
        shift = MANTISSA[width] - MANTISSA[value.width]
        part = value.bits & ((1 << MANTISSA[value.width]) - 1)
        part = part << shift if shift >= 0 else part >> -shift
        every = rounded(math.inf, width).bits
        return Value("f", width, every | part | (value.bits >> (value.width - 1)) << (width - 1))

    def _of_choose(self, condition: Tree, yes: Tree, no: Tree) -> Value:
        return self.value(yes if self.value(condition).bits else no)

    def _of_one(self, sign: str, inner: Tree) -> Value:
        value = self.value(inner)
        if sign == "!":
            return integer(not value.bits, "u", 1)
        if value.kind == "f":  # a zero with a sign of its own is told from the other one
            bits = value.bits ^ (sign == "-") << (value.width - 1)
            return Value("f", value.width, bits, inner[0] == "number" and value.real() == 0)
        if sign == "+":
            return value
        number = ~value.whole() if sign == "~" else -value.whole()
        return integer(number, value.kind, value.width, plain=value.plain)

    def _of_two(self, sign: str, left: Tree, right: Tree) -> Value:
        a = self.value(left)
        if sign in ("&&", "||"):
            if bool(a.bits) == (sign == "||"):
                return integer(bool(a.bits), "u", 1)
            return integer(bool(self.value(right).bits), "u", 1)
        b = self.value(right)
        if sign in ("<<", ">>"):
            if not 0 <= b.whole() < 4096:
                raise Unknown("a shift by what no register has")
            shifted = a.whole() << b.whole() if sign == "<<" else a.whole() >> b.whole()
            return integer(shifted, a.kind, a.width, plain=a.plain)
        if "f" in (a.kind, b.kind):
            return real_two(sign, a, b)
        return whole_two(sign, a, b)

    def _of_call(self, name: str, arguments: list[Tree]) -> Value:
        values = [self.value(one) for one in arguments]
        if name in self.functions:
            names, body = self.functions[name]
            outer = dict(self.names)
            self.names.update(zip(names, values, strict=True))
            try:
                self._block(body)
            except _Return as result:
                value: Value = result.args[0]
                return value
            finally:
                self.names = outer
        if name in FUNCTIONS:
            return FUNCTIONS[name](*values)
        other = self.library.get(name.upper())
        if other is None:
            raise Unknown(f"function {name}")
        machine = Machine({}, self.library)
        machine.names = {**self.names, **{f"S{i}": one for i, one in enumerate(values)}}
        machine.run(other)
        kind = name.rsplit("_", 1)[1]
        kind = "u32" if kind in ("u8", "b64") else kind
        return machine.value(("as", ("name", "D0"), kind))
