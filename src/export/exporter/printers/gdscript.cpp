// Generates a GDScript file for Godot 3.2 and 4. The script declares no class_name: the game loads it with preload().
#include "base/number.hpp"
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace exporter
{

namespace
{

constexpr LanguageSyntax gdscript_syntax{
    // A float has 64 bits.
    .type_names = {.none = "void", .integer = "int", .float64 = "float", .float32 = "float", .boolean = "bool"},
    .local_constant_declaration = "var {name}: {type} = {value}",
    .local_variable_declaration = "var {name}: {type} = {value}",
    .parameter_declaration = "{name}: {type}",
    .if_head = "if {}:",
    .else_if_head = "elif {}:",
    .else_head = "else:",
    .while_head = "while {}:",
    .steps_loop_head = "for i in range(plan.steps):",
    .block_end = "",
    .statement_end = "",
    .comment_mark = "#",
    .and_operator = "and",
    .or_operator = "or",
    .not_operator = "not ",
    .has_zero_filled_arrays = false,
    .min_or_max_call = "{name}_int({a}, {b})",
    .result_field_line = "\"{name}\": {value},",
    .usage = {.create_loop = "var game_loop = preload(\"{file}\").new() # once",
              .call_plan = "var plan = game_loop.plan({plan})",
              .wait_for_next_frame = "var nap = game_loop.pace({pace})\nwhile nap != 0:\n"
                                     "    if nap > 0: OS.delay_usec(nap / 1000)\n    nap = game_loop.pace({pace})"}};

class GdscriptPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file_body() override
    {
        print_constants("const {name}: {type} = {value}");
        print_state_declarations("var {name}: {type} = {value}", "var {name}: Array = []");
        print_blank_line();
        print_array_constructor("func _init():", "for i in range({size}):\n    {name}.append({value})");
        print_public_functions();
        print_private_functions();
        if (program_.calls_function("min")) print_minmax_function("min", '<');
        if (program_.calls_function("max")) print_minmax_function("max", '>');
        if (program_.calls_function("single")) // the name of this conversion in the templates
            print_helper_function("Rounds x to a 32-bit float, because GDScript has no such type.",
                                  "static func _single(x: float) -> float:",
                                  {"var buffer = StreamPeerBuffer.new()", "buffer.put_float(x)", "buffer.seek(0)",
                                   "return buffer.get_float()"});
    }

    std::string record_type(const std::string&) const override { return "Dictionary"; }

    std::string name_in_language(NameRole role, const std::string& name) const override
    {
        if (role == NameRole::constant) return to_upper_case(name);
        return role == NameRole::state || (role == NameRole::function && !program_.is_public(name)) ? "_" + name : name;
    }
    // Godot 3 misreads numbers of over 15 digits. A 32-bit float whose exact value has more is written as a quotient.
    std::string literal_code(const Expression& expression) const override
    {
        const double number =
            expression.type == Type::float64 ? base::parse_number<double>(expression.text).value_or(0) : 0;
        int exponent = 0;
        const double mantissa = std::ldexp(std::frexp(number, &exponent), 24);
        const bool is_exact_with_15_digits = base::parse_number<double>(fmt::format("{:.15g}", number)) == number;
        if (is_exact_with_15_digits || mantissa != std::floor(mantissa) || std::abs(exponent) >= 24)
            return Printer::literal_code(expression);
        return fmt::format("({:.1f} / {:.1f})", mantissa, std::ldexp(1.0, 24 - exponent));
    }
    std::string cast_code(Type type, const Expression& operand, int outer_precedence) const override
    {
        if (type != Type::float64)
            return fmt::format("{}({})", type == Type::float32 ? "_single" : "int", expression_code(operand));
        // In Godot 3, float(x) of an integer x has only the precision of 32 bits, but x * 1.0 is a 64-bit float.
        const std::string product = expression_code(operand, binary_precedence("*")) + " * 1.0";
        return outer_precedence > binary_precedence("*") ? "(" + product + ")" : product;
    }
    std::string scalar_code(const Declaration& declaration) const override
    {
        return expression_code(declaration.value);
    }
    std::string function_head(const Function& function) const override
    {
        return fmt::format("{}func {}{}({}) -> {}:", function.is_method ? "" : "static ", function.is_public ? "" : "_",
                           function.name, parameter_list(function), result_type(function));
    }

    void print_minmax_function(std::string_view min_or_max, char op)
    {
        print_helper_function("", fmt::format("static func _{}_int(a: int, b: int) -> int:", min_or_max),
                              {fmt::format("return a if a {} b else b", op)});
    }
};

} // namespace

SourceCode generate_gdscript(const Program& program, const FileProperties& properties)
{
    return GdscriptPrinter{program, properties, gdscript_syntax}.generate();
}

} // namespace exporter
