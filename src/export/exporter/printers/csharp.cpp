// Prints a loop, or another part of a game, as a class in C# 7.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

constexpr LanguageSyntax csharp_syntax{
    .type_names = {.none = "void", .integer = "long", .float64 = "double", .float32 = "float", .boolean = "bool"},
    .local_constant_declaration = "{type} {name} = {value};",
    .local_variable_declaration = "{type} {name} = {value};",
    .steps_loop_head = "for (long i = 0; i < plan.Steps; ++i) {",
    .min_or_max_call = "Math.{name}({a}, {b})",
    .usage = {.create_loop = "var loop = new {type}(); // once",
              .call_plan = "{type}.Plan plan = loop.PlanFrame({plan});",
              .wait_for_next_frame = "for (long nap; (nap = loop.Pace({pace})) != 0;) {{\n"
                                     "    if (nap > 0) sleep(nap);\n}}",
              .clock_expression = "Clock()"}};

class CsharpPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file_body() override
    {
        print_lines({"using System;", ""});
        open_block(fmt::format("public {} class {} {{", is_stateless() ? "static" : "sealed",
                               to_pascal_case(properties_.options.name)));
        print_records("public struct {record} {{", "public {type} {name};", "}}");
        print_constants("public const {type} {name} = {value};");
        print_state_declarations("private {type} {name}{value};",
                                 "private readonly {type}[] {name} = new {type}[{size}];");
        print_blank_line();
        print_array_constructor(fmt::format("public {}() {{", to_pascal_case(properties_.options.name)),
                                "for (int i = 0; i < {size}; ++i) {name}[i] = {value};");
        print_public_functions();
        print_private_functions();
        close_block();
    }

    std::string name_in_language(NameRole role, const std::string& name) const override
    {
        if (role == NameRole::local) return to_camel_case(name);
        return role == NameRole::state ? "_" + to_camel_case(name) : to_pascal_case(name);
    }
    std::string function_head(const Function& function) const override
    {
        return fmt::format("{} {}{} {}({}) {{", function.is_public ? "public" : "private",
                           function.is_method ? "" : "static ", result_type(function),
                           function.name == "plan" ? "PlanFrame" : to_pascal_case(function.name),
                           parameter_list(function));
    }

    std::string initial_value_code(const Declaration& declaration) const override
    {
        const bool is_default = is_zero_initialised(declaration) || declaration.value.text == "0.0";
        return is_default ? "" : " = " + scalar_code(declaration);
    }
};

} // namespace

SourceCode generate_csharp(const Program& program, const FileProperties& properties)
{
    return CsharpPrinter{program, properties, csharp_syntax}.generate();
}

} // namespace exporter
