// Prints a loop as a Lua module for Lua 5.4, which has integers, and for LuaJIT, which has only floating-point numbers.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

constexpr LanguageSyntax lua_syntax{.local_constant_declaration = "local {name} = {value}",
                                    .local_variable_declaration = "local {name} = {value}",
                                    .parameter_declaration = "{name}",
                                    .state_prefix = "self.",
                                    .if_head = "if {} then",
                                    .else_if_head = "elseif {} then",
                                    .else_head = "else",
                                    .while_head = "while {} do",
                                    .steps_loop_head = "for _ = 1, plan.steps do",
                                    .block_end = "end",
                                    .statement_end = "",
                                    .comment_mark = "--",
                                    .and_operator = "and",
                                    .or_operator = "or",
                                    .not_operator = "not ",
                                    .unequal_operator = "~=",
                                    .has_compound_assignment = false,
                                    .min_or_max_call = "math.{name}({a}, {b})",
                                    .result_field_line = "{name} = {value},",
                                    .usage = {.create_loop = "local game_loop = require(\"{module}\").new() -- once",
                                              .read_clock = "math.floor(clock_seconds() * 1e9 + 0.5)",
                                              .call_plan = "local plan = game_loop:plan({plan})",
                                              .wait_for_next_frame =
                                                  "local nap = game_loop:pace({pace})\nwhile nap ~= 0 do\n"
                                                  "    if nap > 0 then sleep(nap) end\n"
                                                  "    nap = game_loop:pace({pace})\nend"},
                                    .to_integer_function = "to_whole",
                                    .to_float32_function = "to_single",
                                    .remainder_function = "remainder",
                                    .to_finite_function = "finite"};

class LuaPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file_body() override
    {
        print_blank_line();
        print_constants("local {name} = {value}");
        print_used_helper_functions();
        print_line(fmt::format("local {} = {{}}", table_name()));
        if (!is_stateless()) print_line(fmt::format("{0}.__index = {0}", table_name()));
        print_blank_line();
        print_free_functions();
        if (!is_stateless()) print_constructor();
        print_methods();
        print_line("return " + table_name());
    }

    std::string table_name() const { return to_pascal_case(properties_.options.name); }
    std::string record_type(const std::string&) const override { return ""; }

    std::string call_prefix(const Function& function) const override
    {
        if (function.is_method) return "self:";
        return function.is_public ? table_name() + "." : "";
    }
    std::string function_head(const Function& function) const override
    {
        std::string prefix = "local function ";
        if (function.is_public) prefix = fmt::format("function {}.", table_name());
        if (function.is_method) prefix = fmt::format("function {}:", table_name());
        return fmt::format("{}{}({})", prefix, function.name, parameter_list(function));
    }

    void print_constructor()
    {
        print_comment_lines(fmt::format("Creates and returns {} in its initial state.",
                                        program_.is_game_loop() ? "a loop" : "an object"));
        open_block(fmt::format("function {}.new()", table_name()));
        print_line(fmt::format("local self = setmetatable({{}}, {})", table_name()));
        for (const Declaration& declaration : program_.state)
        {
            if (declaration.array_size == 0)
            {
                print_line(fmt::format("{} = {}", variable_use_code(declaration.name), scalar_code(declaration)),
                           declaration.comment);
                continue;
            }
            print_line(variable_use_code(declaration.name) + " = {}", declaration.comment);
            print_line(fmt::format("for i = 0, {} do {}[i] = {} end", declaration.array_size - 1,
                                   variable_use_code(declaration.name), array_element_value_code(declaration)));
        }
        print_line("return self");
        close_block();
        print_blank_line();
    }
    void print_used_helper_functions()
    {
        if (program_.uses_binary_operator("//") || program_.calls_function("whole"))
            print_helper_function("Rounds x toward zero. For a negative x, 0 - floor(-x) is computed instead of "
                                  "-floor(-x), so that the result is never -0.",
                                  "local function to_whole(x)",
                                  {"if x < 0 then return 0 - math.floor(-x) end", "return math.floor(x)"});
        if (program_.uses_binary_operator("%"))
            print_helper_function(
                "The remainder of a / b for integers, with the sign of a. Adding 0 turns a result of -0 into 0.",
                "local function remainder(a, b)", {"return math.fmod(a, b) + 0"});
        if (has_public_integer_parameter())
            print_helper_function(
                "Returns x, at most 2^53 - 1 in either direction; 0 if x is not a number.", "local function finite(x)",
                {"if x ~= x then return 0 end", "return math.max(-9007199254740991, math.min(x, 9007199254740991))"});
        if (program_.calls_function("single"))
            print_helper_function("Rounds x, which must be below 2^128, to a 32-bit float: adding and then subtracting "
                                  "a number much larger than x removes the bits that a 32-bit float does not have.",
                                  "local function to_single(x)",
                                  {"if x == 0 then return x end", "local size = x < 0 and -x or x", "local power = 1.0",
                                   "while power > size and power > 1.1754943508222875e-38 do power = power * 0.5 end",
                                   "while power * 2.0 <= size do power = power * 2.0 end",
                                   // Adding and subtracting `big` rounds x to 24 bits.
                                   "local big = power * 805306368.0", "return (x + big) - big"});
    }
};

} // namespace

SourceCode generate_lua(const Program& program, const FileProperties& properties)
{
    return LuaPrinter{program, properties, lua_syntax}.generate();
}

} // namespace exporter
