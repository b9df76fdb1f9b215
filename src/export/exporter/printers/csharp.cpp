// Prints a loop as a class in C# 7.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

constexpr Spelling csharp_spelling{.types      = {"void", "long", "double", "float", "bool"},
                                   .let        = "{type} {name} = {value};",
                                   .var        = "{type} {name} = {value};",
                                   .repeat     = "for (long i = 0; i < plan.Steps; ++i) {",
                                   .min_or_max = "Math.{name}({a}, {b})",
                                   .usage      = {.create = "var loop = new {type}(); // once",
                                                  .plan   = "{type}.Plan plan = loop.Decide({plan});",
                                                  .wait   = "for (long nap; (nap = loop.Pace({pace})) != 0;) {{\n"
                                                                 "    if (nap > 0) sleep(nap);\n}}",
                                                  .clock  = "Clock()"}};

class CsharpPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file() override
    {
        print_lines({"using System;", ""});
        open_block(fmt::format("public {} class {} {{", is_stateless() ? "static" : "sealed",
                               to_pascal_case(header_.options.name)));
        print_records("public struct {record} {{", "public {type} {name};", "}}");
        print_constants("public const {type} {name} = {value};");
        print_state("private {type} {name}{value};", "private readonly {type}[] {name} = new {type}[{size}];");
        print_line();
        print_constructor_filling_arrays(fmt::format("public {}() {{", to_pascal_case(header_.options.name)),
                                         "for (int i = 0; i < {size}; ++i) {name}[i] = {value};", false);
        print_public_functions();
        print_private_functions();
        close_block();
    }

    std::string spelled_name(Role role, const std::string& name) const override
    {
        if (role == Role::local) return to_camel_case(name);
        return role == Role::state ? "_" + to_camel_case(name) : to_pascal_case(name);
    }
    std::string function_head(const Function& f) const override
    {
        return fmt::format("{} {}{} {}({}) {{", f.is_public ? "public" : "private", f.uses_state ? "" : "static ",
                           result_type(f), f.name == "plan" ? "Decide" : to_pascal_case(f.name), parameter_list(f));
    }

    std::string initial_value_code(const Declaration& d) const override
    {
        const bool is_default = starts_with_zeros(d) || d.value.text == "0.0";
        return is_default ? "" : " = " + value_code(d);
    }
};

} // namespace

Code generate_csharp(const Program& program, const FileHeader& header)
{
    return CsharpPrinter{program, header, csharp_spelling}.generate();
}

} // namespace exporter
