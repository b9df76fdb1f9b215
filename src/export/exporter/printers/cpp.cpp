// Prints a loop in C++17 as a class, and a part of a game without state as functions, both in a namespace.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

constexpr Spelling cpp_spelling{.types      = {"void", "std::int64_t", "double", "float", "bool"},
                                .let        = "const {type} {name} = {value};",
                                .var        = "{type} {name} = {value};",
                                .repeat     = "for (std::int64_t i = 0; i < plan.steps; ++i) {",
                                .thousands  = "'",
                                .min_or_max = "std::{name}<std::int64_t>({a}, {b})",
                                .usage      = {.create = "{name}::Loop loop; // once",
                                               .plan   = "const {name}::Plan plan = loop.plan({plan});",
                                               .wait   = "while (const std::int64_t nap = loop.pace({pace})) {{\n"
                                                              "    if (nap > 0) sleep(nap);\n}}"}};

class CppPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file() override
    {
        print_lines({"#pragma once", "", "#include <algorithm>", "#include <cstdint>", "",
                     fmt::format("namespace {} {{", header_.options.name), ""});
        print_records("struct {record} {{", "{type} {name}{value};", "}};");
        if (is_stateless())
        {
            print_constants("inline constexpr {type} {name} = {value};");
            print_free_functions();
        }
        else
            print_class();
        print_line();
        print_line("}", fmt::format("namespace {}", header_.options.name));
    }

    std::string spelled_name(Role role, const std::string& name) const override
    {
        return role == Role::state ? name + "_" : name;
    }
    std::string cast_code(Type to, const Expression& converted, int) const override
    {
        return fmt::format("static_cast<{}>({})", type_name(to), expression_code(converted));
    }
    std::string function_head(const Function& f) const override
    {
        return fmt::format("{}{} {}({}) {{",
                           f.uses_state     ? ""
                           : is_stateless() ? "inline "
                                            : "static ",
                           result_type(f), f.name, parameter_list(f));
    }

    // True if the constructor fills the array `d`, because an initialiser list of its elements would be too long.
    static bool is_filled(const Declaration& d) { return d.size > 16 && !starts_with_zeros(d); }

    std::string initial_value_code(const Declaration& d) const override
    {
        if (d.size == 0) return value_code(d);
        if (is_filled(d) || starts_with_zeros(d)) return "{}";
        std::vector<std::string> elements;
        for (std::size_t i = 0; i < d.size; ++i)
            elements.push_back(d.value.text == "index" ? fmt::to_string(i) : expression_code(d.value));
        return fmt::format("{{{}}}", fmt::join(elements, ", "));
    }

    void print_constructor_filling_arrays()
    {
        std::string fill_statements;
        for (const Declaration& d : program_.state)
            if (is_filled(d))
                fill_statements +=
                    fmt::format(" std::fill_n({}, {}, {});", name_code(d.name), d.size, expression_code(d.value));
        if (fill_statements.empty()) return;
        print_line(fmt::format("{}() {{{} }}", class_name(), fill_statements));
        print_line();
    }

    void print_class()
    {
        print_line(fmt::format("class {} {{", class_name()));
        open_block("public:");
        print_constants("static constexpr {type} {name} = {value};");
        print_constructor_filling_arrays();
        print_public_functions();
        close_block({});
        if (program_.helpers.size() > (pace_function() != nullptr ? 1U : 0U) || !program_.state.empty())
            print_private_members();
        print_line("};");
    }

    void print_private_members()
    {
        open_block("private:");
        print_private_functions();
        print_state("{type} {name} = {value};", "{type} {name}[{size}] = {value};");
        close_block({});
    }
};

} // namespace

Code generate_cpp(const Program& program, const FileHeader& header)
{
    return CppPrinter{program, header, cpp_spelling}.generate();
}

} // namespace exporter
