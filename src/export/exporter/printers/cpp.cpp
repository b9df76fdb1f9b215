// Prints a loop, or another part of a game, in C++17: a class if it has state variables, otherwise free functions.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace exporter
{

namespace
{

constexpr LanguageSyntax cpp_syntax{
    .type_names =
        {.none = "void", .integer = "std::int64_t", .float64 = "double", .float32 = "float", .boolean = "bool"},
    .local_constant_declaration = "const {type} {name} = {value};",
    .local_variable_declaration = "{type} {name} = {value};",
    .steps_loop_head = "for (std::int64_t i = 0; i < plan.steps; ++i) {",
    .thousands_separator = "'",
    .min_or_max_call = "std::{name}<std::int64_t>({a}, {b})",
    .usage = {.create_loop = "{name}::Loop loop; // once",
              .call_plan = "const {name}::Plan plan = loop.plan({plan});",
              .wait_for_next_frame = "while (const std::int64_t nap = loop.pace({pace})) {{\n"
                                     "    if (nap > 0) sleep(nap);\n}}"}};

class CppPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file_body() override
    {
        print_lines({"#pragma once", "", "#include <algorithm>", "#include <cstdint>", "",
                     fmt::format("namespace {} {{", properties_.options.name), ""});
        print_records("struct {record} {{", "{type} {name}{value};", "}};");
        if (is_stateless())
        {
            print_constants("inline constexpr {type} {name} = {value};");
            print_free_functions();
        }
        else
            print_class();
        print_blank_line();
        print_line("}", fmt::format("namespace {}", properties_.options.name));
    }

    std::string name_in_language(NameRole role, const std::string& name) const override
    {
        return role == NameRole::state ? name + "_" : name;
    }
    std::string cast_code(Type type, const Expression& operand, int) const override
    {
        return fmt::format("static_cast<{}>({})", type_name(type), expression_code(operand));
    }
    std::string function_head(const Function& function) const override
    {
        std::string_view prefix = is_stateless() ? "inline " : "static ";
        if (function.is_method) prefix = "";
        return fmt::format("{}{} {}({}) {{", prefix, result_type(function), function.name, parameter_list(function));
    }

    // The generated constructor fills arrays for which an initialiser list would be too long.
    static bool is_filled_by_constructor(const Declaration& declaration)
    {
        return declaration.array_size > 16 && !is_zero_initialised(declaration);
    }

    std::string initial_value_code(const Declaration& declaration) const override
    {
        if (declaration.array_size == 0) return scalar_code(declaration);
        if (is_filled_by_constructor(declaration) || is_zero_initialised(declaration)) return "{}";
        std::vector<std::string> elements;
        for (std::size_t i = 0; i < declaration.array_size; ++i)
            elements.push_back(declaration.value.text == "index" ? fmt::to_string(i)
                                                                 : expression_code(declaration.value));
        return fmt::format("{{{}}}", fmt::join(elements, ", "));
    }

    void print_class()
    {
        print_line(fmt::format("class {} {{", class_name()));
        open_block("public:");
        print_constants("static constexpr {type} {name} = {value};");

        std::string fill_statements;
        for (const Declaration& declaration : program_.state)
            if (is_filled_by_constructor(declaration))
                fill_statements += fmt::format(" std::fill_n({}, {}, {});", variable_use_code(declaration.name),
                                               declaration.array_size, expression_code(declaration.value));
        if (!fill_statements.empty()) print_line(fmt::format("{}() {{{} }}", class_name(), fill_statements));
        print_blank_line();
        print_public_functions();
        end_indentation();

        const bool has_private_function = !std::ranges::all_of(program_.functions, &Function::is_public);
        if (has_private_function || !program_.state.empty())
        {
            open_block("private:");
            print_private_functions();
            print_state_declarations("{type} {name} = {value};", "{type} {name}[{size}] = {value};");
            end_indentation();
        }
        print_line("};");
    }
};

} // namespace

SourceCode generate_cpp(const Program& program, const FileProperties& properties)
{
    return CppPrinter{program, properties, cpp_syntax}.generate();
}

} // namespace exporter
