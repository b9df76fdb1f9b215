// Prints a loop as a module in Rust 2021.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <numeric>

namespace exporter
{

namespace
{

constexpr LanguageSyntax rust_syntax{
    .type_names = {.none = "()", .integer = "i64", .float64 = "f64", .float32 = "f32", .boolean = "bool"},
    .local_constant_declaration = "let {name}: {type} = {value};",
    .local_variable_declaration = "let mut {name}: {type} = {value};",
    .parameter_declaration = "{name}: {type}",
    .constant_prefix = "Self::",
    .state_prefix = "self.",
    .if_head = "if {} {{",
    .else_if_head = "}} else if {} {{",
    .while_head = "while {} {{",
    .steps_loop_head = "for _ in 0..plan.steps {",
    .thousands_separator = "_",
    .min_or_max_call = "i64::{name}({a}, {b})",
    .usage = {.create_loop = "{path}mod {name}; // once\n"
                             "let mut game_loop = {name}::Loop::new(); // once",
              .call_plan = "let plan = game_loop.plan({plan});",
              .wait_for_next_frame = "loop {{\n"
                                     "    match game_loop.pace({pace}) {{\n"
                                     "        0 => break,\n"
                                     "        nap if nap > 0 => sleep(nap),\n"
                                     "        _ => std::hint::spin_loop(),\n"
                                     "    }}\n}}"}};

// Rust syntax for a program without state variables: it has no `impl` block, so constants have no prefix `Self::`.
constexpr LanguageSyntax stateless_syntax = []
{
    LanguageSyntax syntax = rust_syntax;
    syntax.constant_prefix = "";
    return syntax;
}();

class RustPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file_body() override
    {
        print_records("pub struct {record} {{", "pub {name}: {type},", "}}",
                      "#[derive(Clone, Copy, Debug, Default, PartialEq)]");
        if (!is_stateless())
        {
            print_line("#[derive(Clone, Debug)]");
            open_block(fmt::format("pub struct {} {{", class_name()));
            print_state_declarations("{name}: {type},", "{name}: [{type}; {size}],");
            close_block();
            print_blank_line();
            open_block(fmt::format("impl Default for {} {{", class_name()));
            open_block("fn default() -> Self {");
            print_line("Self::new()");
            close_block();
            close_block();
            print_blank_line();
            open_block(fmt::format("impl {} {{", class_name()));
        }
        print_constants("pub const {name}: {type} = {value};");
        if (!is_stateless()) print_constructor();
        print_public_functions();
        print_private_functions();
        if (!is_stateless()) close_block();
    }

    std::string cast_code(Type type, const Expression& operand, int outer_precedence) const override
    {
        const std::string cast = fmt::format("{} as {}", cast_operand_code(operand), type_name(type));
        return outer_precedence > 0 ? "(" + cast + ")" : cast;
    }
    std::string call_prefix(const Function& function) const override
    {
        if (function.is_method) return "self.";
        return is_stateless() ? "" : "Self::";
    }
    std::string element_code(const std::string& array, const Expression& index) const override
    {
        if (index.kind == Expression::Kind::literal) return Printer::element_code(array, index);
        return fmt::format("{}[{} as usize]", array, cast_operand_code(index));
    }
    std::string function_head(const Function& function) const override
    {
        const bool returns_value = !function.returned_record_name.empty() || function.result_type != Type::none;
        return fmt::format("{} {}({}){} {{", function.is_public ? "pub fn" : "fn", function.name,
                           parameter_list(function, "&mut self"), returns_value ? " -> " + result_type(function) : "");
    }
    void print_return_of_record(const std::string& record_name,
                                const std::vector<Declaration>& fields_and_values) override
    {
        print_blank_line();
        open_block(record_type(record_name) + " {");
        for (const Declaration& declaration : fields_and_values)
        {
            const std::string value = expression_code(declaration.value);
            print_line(value == declaration.name ? declaration.name + ","
                                                 : fmt::format("{}: {},", declaration.name, value));
        }
        close_block();
    }

    std::string initial_value_code(const Declaration& declaration) const override
    {
        if (declaration.array_size == 0) return scalar_code(declaration);
        if (declaration.value.text != "index")
            return fmt::format("[{}; {}]", scalar_code(declaration), declaration.array_size);
        std::vector<std::size_t> elements(declaration.array_size);
        std::iota(elements.begin(), elements.end(), std::size_t{0});
        return fmt::format("[{}]", fmt::join(elements, ", "));
    }

    void print_constructor()
    {
        open_block("pub fn new() -> Self {");
        open_block(class_name() + " {");
        for (const Declaration& declaration : program_.state)
            print_line(fmt::format("{}: {},", declaration.name, initial_value_code(declaration)));
        close_block();
        close_block();
        print_blank_line();
    }
};

} // namespace

SourceCode generate_rust(const Program& program, const FileProperties& properties)
{
    return RustPrinter{program, properties, program.is_stateless() ? stateless_syntax : rust_syntax}.generate();
}

} // namespace exporter
