// Instructions on matrices that a warp holds.
#pragma once

#include <cstdio>

#include "ptx/code/decode_warp.hpp"
#include "ptx/code/matrices.hpp"

namespace emu {

class MatrixDecoder : public WarpDecoder {
 public:
  using WarpDecoder::WarpDecoder;

 protected:
  // mma.sync.aligned.SHAPE.row.col[.satfinite].D.A.B.C, and wmma.mma.sync.aligned.A.B.SHAPE with
  // the same types, or those of d and c for f16;
  // wmma.load.WHICH.sync.aligned.LAYOUT.SHAPE[.SPACE].TYPE.
  void multiply(const ptx::Instruction& instruction, Inst& inst) {
    Matrices all;
    std::vector<Element> elements;
    std::vector<bool> by_columns;
    shape_and_types(instruction, all, elements, by_columns);
    const std::string& what = instruction.words[1];
    all.opaque = instruction.words[0] == "wmma";
    whole_warp(inst);
    inst.saturate = instruction.has("satfinite");
    if (all.opaque && (what == "load" || what == "store")) {
      if (elements.size() != 1 || by_columns.size() != 1) unknown(instruction);
      move_fragment(instruction, inst, all, elements[0], by_columns[0]);
      return;
    }
    if (by_columns.size() != 2 || (!all.opaque && (by_columns[0] || !by_columns[1])))
      unknown(instruction);
    if (elements.size() == 2)  // of wmma
      elements = {elements[0], Element::f16, Element::f16, elements[1]};
    if (elements.size() != 4) unknown(instruction);
    const Element a = elements[1];
    const bool real = a == Element::f16 || a == Element::bf16 || a == Element::tf32 ||
                      a == Element::e4m3 || a == Element::e5m2;
    const Element sum = real ? Element::f32 : a == Element::f64 ? Element::f64 : Element::s32;
    for (const Element one : {elements[0], elements[3]})
      if (one != sum && !(one == Element::f16 && a == Element::f16)) unknown(instruction);
    if (bits_of(a) != bits_of(elements[2])) unknown(instruction);
    Fragment* const fragments[] = {&all.d, &all.a, &all.b, &all.c};
    for (std::size_t i = 0; i < 4; ++i)
      fragment(instruction, operand(instruction, i), elements[i], i == 0, *fragments[i]);
    all.a.by_columns = by_columns[0];
    all.b.by_columns = by_columns[1];
    const std::uint32_t sides[] = {all.m * all.n, all.m * all.k, all.k * all.n, all.m * all.n};
    for (std::size_t i = 0; i < 4; ++i)
      if (!fits(*fragments[i], sides[i], all.opaque)) unknown(instruction);
    if (!all.opaque && (all.n != 8 || all.m > 16 || all.m < 8)) unknown(instruction);
    inst.kind = a == Element::f64 ? Class::tensor : Class::matrix;
    inst.run = multiply_matrices;
    inst.spread = Spread::matrices;
    keep(inst, std::move(all));
  }

  // ldmatrix.sync.aligned.m8n8.xN[.trans].shared.b16, the same of stmatrix; movmatrix...trans.b16.
  void move_matrices(const ptx::Instruction& instruction, Inst& inst) {
    const std::string& op = instruction.words[0];
    if (!instruction.has("m8n8") || !instruction.has("b16")) unknown(instruction);
    Matrices all;
    all.m = all.n = all.k = 8;
    whole_warp(inst);
    if (op == "movmatrix") {
      one_register(operand(instruction, 0), true, all.d);
      one_register(operand(instruction, 1), false, all.a);
      inst.kind = Class::shuffle;
      inst.run = transpose;
      inst.spread = Spread::matrices;
      keep(inst, std::move(all));
      return;
    }
    const bool loads = op == "ldmatrix";
    all.d.by_columns = instruction.has("trans");
    fragment(instruction, operand(instruction, loads ? 0 : 1), Element::f16, loads, all.d);
    const std::size_t count = all.d.registers.size();
    if (!instruction.has("x" + std::to_string(count))) unknown(instruction);
    inst.space = space_word(instruction);
    address(operand(instruction, loads ? 1 : 0), inst);
    inst.kind = loads ? Class::load_shared : Class::store_shared;
    inst.space = Space::shared;
    if (!instruction.has("shared") && !instruction.has("shared::cta")) unknown(instruction);
    inst.run = loads ? load_rows : store_rows;
    keep(inst, std::move(all));
  }

 private:
  void whole_warp(Inst& inst) {
    inst.flow = Flow::meet;
    inst.target = constant(all_lanes, 4);
  }

  void keep(Inst& inst, Matrices all) {
    out_.matrices.push_back(std::move(all));
    inst.e = static_cast<std::uint32_t>(out_.matrices.size() - 1);
  }

  // In the order of the words; what is no word of these opcodes is not known.
  static void shape_and_types(const ptx::Instruction& instruction, Matrices& all,
                              std::vector<Element>& elements, std::vector<bool>& by_columns) {
    static const std::unordered_map<std::string, Element> types = {
        {"f16", Element::f16}, {"bf16", Element::bf16}, {"tf32", Element::tf32},
        {"f32", Element::f32}, {"f64", Element::f64},   {"s8", Element::s8},
        {"u8", Element::u8},   {"s4", Element::s4},     {"u4", Element::u4},
        {"s32", Element::s32}, {"e4m3", Element::e4m3}, {"e5m2", Element::e5m2}};
    static const char* const words[] = {"mma", "load",   "store",  "sync",       "aligned",
                                        "a",   "b",      "c",      "d",          "satfinite",
                                        "rn",  "global", "shared", "shared::cta"};
    for (std::size_t i = 1; i < instruction.words.size(); ++i) {
      const std::string& word = instruction.words[i];
      if (const auto type = types.find(word); type != types.end())
        elements.push_back(type->second);
      else if (word == "row" || word == "col")
        by_columns.push_back(word == "col");
      else if (std::sscanf(word.c_str(), "m%un%uk%u", &all.m, &all.n, &all.k) != 3 &&
               std::none_of(std::begin(words), std::end(words),
                            [&](const char* known) { return word == known; }))
        unknown(instruction);
    }
    const auto side = [](std::uint32_t x) { return x >= 4 && x <= 64 && (x & (x - 1)) == 0; };
    if (!side(all.m) || !side(all.n) || !side(all.k) || !instruction.has("sync"))
      unknown(instruction);
  }

  // A fragment of wmma may hold everything twice.
  static bool fits(const Fragment& fragment, std::uint32_t numbers, bool opaque) {
    const std::size_t room =
        fragment.registers.size() * fragment.width * 8 / bits_of(fragment.element) * warp_lanes;
    return numbers <= 1024 && numbers >= warp_lanes &&
           (opaque ? room >= numbers && room % numbers == 0 : room == numbers);
  }

  void fragment(const ptx::Instruction& instruction, const Operand& vector, Element element,
                bool written, Fragment& to) {
    if (vector.kind != Kind::vector) unknown(instruction);
    to.element = element;
    to.width = element == Element::f64 ? 8 : 4;
    const Type type{'b', static_cast<std::uint8_t>(8 * to.width)};
    const std::uint32_t list = register_list(vector, type, written);
    to.registers = out_.lists[list];
    for (const Operand& part : vector.parts)
      if (is_register(part) && declared(part).type.bits != type.bits) unknown(instruction);
    if (std::count(to.registers.begin(), to.registers.end(), nowhere)) unknown(instruction);
  }

  void one_register(const Operand& value, bool written, Fragment& to) {
    to.registers = {written ? write(value, u32_type) : read(value, u32_type)};
  }

  void move_fragment(const ptx::Instruction& instruction, Inst& inst, Matrices& all,
                     Element element, bool by_columns) {
    const bool loads = instruction.words[1] == "load";
    const std::string& which = instruction.words[2];
    if (which != "a" && which != "b" && which != "c" && which != "d") unknown(instruction);
    all.which = which == "c" ? 'd' : which[0];
    Fragment& to = all.which == 'a' ? all.a : all.which == 'b' ? all.b : all.d;
    fragment(instruction, operand(instruction, loads ? 0 : 1), element, loads, to);
    to.by_columns = by_columns;
    const std::uint32_t rows = all.which == 'b' ? all.k : all.m;
    const std::uint32_t columns = all.which == 'a' ? all.k : all.n;
    if (!fits(to, rows * columns, true) || bits_of(element) < 8 || (!loads && all.which != 'd'))
      unknown(instruction);
    inst.space = space_word(instruction);
    address(operand(instruction, loads ? 1 : 0), inst);
    if (instruction.operands.size() > 2) inst.b = read(operand(instruction, 2), u32_type);
    inst.kind = memory_class(inst.space, !loads);
    inst.run = loads ? load_fragment : store_fragment;
    keep(inst, std::move(all));
  }
};

}  // namespace emu
