// Prints a loop in C# 7, as a class.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace exporter
{

namespace
{

constexpr Spelling csharp_spelling{.types  = {"void", "long", "double", "float", "bool"},
                                   .let    = "{type} {name} = {value};",
                                   .var    = "{type} {name} = {value};",
                                   .repeat = "for (long i = 0; i < plan.Steps; ++i) {"};

class CsharpPrinter final : public Printer
{
public:
    using Printer::Printer;

    Code print() override
    {
        print_header();
        print_lines({"using System;", ""});
        open_block(fmt::format("public {} class {} {{", is_stateless() ? "static" : "sealed",
                               to_pascal_case(header_.options.name)));
        for (const Record& record : records())
        {
            open_block(fmt::format("public struct {} {{", record_type(record.name)));
            print_fields(record, "public {type} {name};");
            close_block();
            print_line();
        }
        print_constants("public const {type} {name} = {value};");
        print_line();
        print_state("private {type} {name}{value};", "private readonly {type}[] {name} = new {type}[{size}];");
        print_line();
        print_constructor();
        print_public_functions();
        print_private_functions();
        close_block();
        return printed_code();
    }

private:
    std::string spelled_name(Role role, const std::string& name) const override
    {
        if (role == Role::local) return to_camel_case(name);
        return role == Role::state ? "_" + to_camel_case(name) : to_pascal_case(name);
    }
    std::string min_or_max_call(const std::string& min_or_max, const std::string& a,
                                const std::string& b) const override
    {
        return fmt::format("Math.{}({}, {})", to_pascal_case(min_or_max), a, b);
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

    // Writes the constructor, which fills the arrays; nothing if all arrays start with zeros.
    void print_constructor()
    {
        const auto is_filled = [](const Declaration& d) { return d.size > 0 && !starts_with_zeros(d); };
        if (std::none_of(program_.state.begin(), program_.state.end(), is_filled)) return;
        open_block(fmt::format("public {}() {{", to_pascal_case(header_.options.name)));
        for (const Declaration& d : program_.state)
            if (is_filled(d))
                print_line(fmt::format("for (int i = 0; i < {}; ++i) {}[i] = {};", d.size, name_code(d.name),
                                       element_value_code(d)));
        close_block();
        print_line();
    }

    UsageExample usage_example() const override
    {
        const std::string type = to_pascal_case(header_.options.name);
        return {.create_line = fmt::format("var loop = new {}(); // once", type),
                .plan_line   = fmt::format("{}.Plan plan = loop.Decide({});", type, plan_arguments()),
                .wait_lines = {fmt::format("for (long nap; (nap = loop.Pace({})) != 0;) {{", pace_arguments("Clock()")),
                               "    if (nap > 0) sleep(nap);", "}"}};
    }
};

} // namespace

std::unique_ptr<Printer> make_csharp_printer(const Program& program, const FileHeader& header)
{
    return std::make_unique<CsharpPrinter>(program, header, csharp_spelling);
}

} // namespace exporter
