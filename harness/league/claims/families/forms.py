"""Forms: the same claims in the ways users write them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from league.claims.families.cell import Cell

# ---- schedules: every construct with a worksharing loop, literal and variable chunks -------------

_CONSTRUCTS = {
    "pf": "parallel for",
    "pfs": "parallel for simd",
    "tdpf": "teams distribute parallel for num_teams(2)",
    "tdpfs": "teams distribute parallel for simd num_teams(2)",
}
_CHUNKS = {"none": "", "literal-1": ", 1", "literal-7": ", 7", "variable": ", chunk"}
_LEVELS = ("O0", "O1", "O2", "O3")

# Where directives are ignored the loop stores in `own`, which on the host nothing else would show.
_SCHEDULE = """\
enum {{ n = 1000 }};
static int count[n];
for (int i = 0; i < n; ++i) count[i] = 0;
int on_host = 1;
volatile int given = 3;
const int chunk = given;
int own = 4;
#pragma omp {construct} schedule({kind}{chunk}){clauses}
for (int i = 0; i < n; ++i) {{
  own = i;
  count[i] += own - i + 1;
  if (i == 0) on_host = marked();
}}
{told}
claim.equal("the original of a private item", own, 4);
claim.equal("the chunk is left alone", chunk, 3);
for (int i = 0; i < n; ++i) claim.equal("times an iteration ran", count[i], 1);
"""


def _schedules() -> Iterator[Cell]:
    for (name, construct), kind, (chunk_name, chunk), target, level in product(
        _CONSTRUCTS.items(), ("static", "dynamic", "guided"), _CHUNKS.items(), (True, False),
        _LEVELS,
    ):  # fmt: skip
        short = ("t" if target else "") + name
        ident = f"form.schedule.{short}.{kind}.{chunk_name}.{level}"
        code = _SCHEDULE.format(
            construct=("target " if target else "") + construct, kind=kind, chunk=chunk,
            clauses=" private(own)" + (" map(tofrom : count, on_host)" if target else ""),
            told="claim.ran(on_host);" if target else 'claim.equal("on the host", on_host, 1);',
        )  # fmt: skip
        yield Cell(
            ident, "4.5", "form", ("form.schedule", short, kind, chunk_name, level), code,
            where="device" if target else "host", flags=(f"-{level}",),
        )  # fmt: skip


# ---- variables of the device's program: initialisers, storage, types -----------------------------

#: What follows the name, and the value of element i of 32 as an expression.
_INITIALISERS = {
    "array-whole": (f"[32] = {{{', '.join(map(str, range(5, 37)))}}}", "5 + i", "{name}[i]"),
    "array-part": ("[32] = {5, 6}", "i < 2 ? 5 + i : 0", "{name}[i]"),
    "array-none": ("[32] = {}", "0", "{name}[i]"),
    "array-2d-part": (
        "[2][16] = {{5}, {7}}", "i == 0 ? 5 : i == 16 ? 7 : 0", "{name}[i / 16][i % 16]",
    ),
    "structure-part": (
        " = {{5}, 6}", "i == 0 ? 5 : i == 31 ? 6 : 0", "i < 31 ? {name}.a[i] : {name}.b",
    ),
    "scalar": (" = 9", "9", "{name}"),
}  # fmt: skip
_STORAGE = {"plain": "", "static": "static ", "const": "static const ", "inline": "inline "}
_TYPES = {"char": "signed char", "int": "int", "double": "double"}

_VARIABLE = """\
double seen[32];
for (double& one : seen) one = -1;
int on_host = 1;
#pragma omp target map(from : seen, on_host)
{{
  on_host = marked();
  for (int i = 0; i < 32; ++i) seen[i] = {use};
}}
claim.ran(on_host);
for (int i = 0; i < 32; ++i) claim.equal("element", seen[i], double({value}));
"""
_OUTSIDE = """\
#pragma omp declare target
{before}{storage}{type} {name}{initialiser};
#pragma omp end declare target
"""


def _variables() -> Iterator[Cell]:
    for (form, (initialiser, value, use)), (storage, word), (short, kind) in product(
        _INITIALISERS.items(), _STORAGE.items(), _TYPES.items()
    ):
        ident = f"form.dt.{form}.{storage}.{short}"
        name = ident.replace(".", "_").replace("-", "_")
        structure = form.startswith("structure")
        outside = _OUTSIDE.format(
            before=f"struct {name}_t {{ {kind} a[31]; {kind} b; }};\n" if structure else "",
            storage=word, type=f"{name}_t" if structure else kind, name=name,
            initialiser=initialiser,
        )  # fmt: skip
        code = _VARIABLE.format(use=use.format(name=name), value=value)
        # What only some compilers take stands in programs of its own.
        family = "form.dt.part" if form.endswith("part") else "form.dt"
        yield Cell(ident, "4.5", "form", (family, form, storage, short), code, outside=outside)


# ---- where a region is written -------------------------------------------------------------------

#: What stands outside around the region, and the call from the claim.
_SITES = {
    "function": (
        "static void {name}(int* p, int n, int& told) {{\n{region}\n}}", "{name}(p, n, told);",
    ),
    "template": (
        "template <typename T>\nstatic void {name}(T* p, int n, int& told) {{\n{region}\n}}",
        "{name}<int>(p, n, told);",
    ),
    "member": (
        "struct {name} {{\n  int n;\n  void run(int* p, int& told) {{\n{region}\n}}\n}};",
        "{name}{{n}}.run(p, told);",
    ),
    "member-template": (
        "template <int K>\nstruct {name} {{\n  template <typename T>\n"
        "  static void run(T* p, int n, int& told) {{\n{region}\n}}\n}};",
        "{name}<3>::run<int>(p, n, told);",
    ),
    "operator": (
        "struct {name} {{\n  void operator()(int* p, int n, int& told) const {{\n{region}\n}}\n}};",
        "{name}{{}}(p, n, told);",
    ),
    "lambda": ("", "auto f = [](int* p, int n, int& told) {{\n{region}\n}};\nf(p, n, told);"),
    "generic-lambda": (
        "", "auto f = [](auto* p, auto n, auto& told) {{\n{region}\n}};\nf(p, n, told);",
    ),
    "capturing-lambda": ("", "auto f = [&] {{\n{region}\n}};\nf();"),
}  # fmt: skip
#: A region that adds i + 1 to element i of p[0:n], and stores in told whether it is on the host.
_REGIONS = {
    "section": """\
int on_host = 1;
#pragma omp target map(tofrom : p[0 : n]) map(from : on_host)
{
  for (int i = 0; i < n; ++i) p[i] += i + 1;
  on_host = marked();
}
told = on_host;""",
    "loop": """\
int on_host = 1;
#pragma omp target teams distribute parallel for map(tofrom : p[0 : n], on_host)
for (int i = 0; i < n; ++i) {
  p[i] += i + 1;
  if (i == 0) on_host = marked();
}
told = on_host;""",
    "reduction": """\
int on_host = 1;
int sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : on_host)
for (int i = 0; i < n; ++i) {
  sum += i + 1;
  if (i == 0) on_host = marked();
}
for (int i = 0; i < n; ++i) p[i] += sum == n * (n + 1) / 2 ? i + 1 : 0;
told = on_host;""",
    "data": """\
int on_host = 1;
#pragma omp target enter data map(to : p[0 : n])
if (omp_target_is_present(p, omp_get_default_device()) == 0) p[0] = -1;
#pragma omp target map(from : on_host)
{
  for (int i = 0; i < n; ++i) p[i] += i + 1;
  on_host = marked();
}
#pragma omp target exit data map(from : p[0 : n])
told = on_host;""",
}  # fmt: skip

_SITE = """\
int values[40];
int* p = values;
int n = 40;
int told = 1;
for (int i = 0; i < n; ++i) values[i] = 100;
{call}
claim.ran(told);
for (int i = 0; i < 40; ++i) claim.equal("element", values[i], 101 + i);
"""


def _sites() -> Iterator[Cell]:
    for (site, (around, call)), (kind, region) in product(_SITES.items(), _REGIONS.items()):
        ident = f"form.site.{site}.{kind}"
        name = ident.replace(".", "_").replace("-", "_")
        code = _SITE.format(call=call.format(name=name, region=region))
        outside = around.format(name=name, region=region)
        yield Cell(ident, "4.5", "form", ("form.site", site, kind), code, outside=outside)


def cells() -> Iterator[Cell]:
    """Yield the claims ``form.schedule.*``, ``form.dt.*`` and ``form.site.*``."""
    yield from _schedules()
    yield from _variables()
    yield from _sites()
