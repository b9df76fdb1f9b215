// Prints a loop as a module in Rust 2021.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <numeric>

namespace exporter
{

namespace
{

constexpr Spelling rust_spelling{.types           = {"()", "i64", "f64", "f32", "bool"},
                                 .let             = "let {name}: {type} = {value};",
                                 .var             = "let mut {name}: {type} = {value};",
                                 .parameter       = "{name}: {type}",
                                 .constant_prefix = "Self::",
                                 .state_prefix    = "self.",
                                 .if_             = "if {} {{",
                                 .else_if         = "}} else if {} {{",
                                 .while_          = "while {} {{",
                                 .repeat          = "for _ in 0..plan.steps {",
                                 .thousands       = "_",
                                 .min_or_max      = "i64::{name}({a}, {b})",
                                 .usage           = {.create = "let mut game_loop = {name}::Loop::new(); // once",
                                                     .plan   = "let plan = game_loop.plan({plan});",
                                                     .wait   = "loop {{\n"
                                                                         "    match game_loop.pace({pace}) {{\n"
                                                                         "        0 => break,\n"
                                                                         "        nap if nap > 0 => sleep(nap),\n"
                                                                         "        _ => std::hint::spin_loop(),\n"
                                                                         "    }}\n}}"}};

// The syntax for code without state. It is a module of free functions, so its constants have no prefix `Self::`.
constexpr Spelling stateless_spelling = []
{
    Spelling s        = rust_spelling;
    s.constant_prefix = "";
    return s;
}();

class RustPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file() override
    {
        print_records("pub struct {record} {{", "pub {name}: {type},", "}}",
                      "#[derive(Clone, Copy, Debug, Default, PartialEq)]");
        if (!is_stateless()) open_implementation();
        print_constants("pub const {name}: {type} = {value};");
        if (!is_stateless()) print_new();
        print_public_functions();
        print_private_functions();
        if (!is_stateless()) close_block();
    }

    void open_implementation()
    {
        print_line("#[derive(Clone, Debug)]");
        open_block(fmt::format("pub struct {} {{", class_name()));
        print_state("{name}: {type},", "{name}: [{type}; {size}],");
        close_block();
        print_line();
        open_block(fmt::format("impl Default for {} {{", class_name()));
        open_block("fn default() -> Self {");
        print_line("Self::new()");
        close_block();
        close_block();
        print_line();
        open_block(fmt::format("impl {} {{", class_name()));
    }

    std::string cast_code(Type to, const Expression& converted, int outer_precedence) const override
    {
        const std::string cast = fmt::format("{} as {}", operand_code(converted), type_name(to));
        return outer_precedence > 0 ? "(" + cast + ")" : cast;
    }
    std::string call_prefix(const Function& f) const override
    {
        return f.uses_state ? "self." : is_stateless() ? "" : "Self::";
    }
    std::string element_code(const std::string& array, const Expression& index) const override
    {
        if (index.kind == Expression::Kind::literal) return Printer::element_code(array, index);
        return fmt::format("{}[{} as usize]", array, operand_code(index));
    }
    std::string function_head(const Function& f) const override
    {
        const bool has_result = !f.record.empty() || f.result != Type::none;
        return fmt::format("{} {}({}){} {{", f.is_public ? "pub fn" : "fn", f.name, parameter_list(f, "&mut self"),
                           has_result ? " -> " + result_type(f) : "");
    }
    void print_return_of_record(const std::string& record, const std::vector<Declaration>& fields) override
    {
        print_line();
        open_block(record_type(record) + " {");
        for (const Declaration& d : fields)
        {
            const std::string value = expression_code(d.value);
            print_line(value == d.name ? d.name + "," : fmt::format("{}: {},", d.name, value));
        }
        close_block();
    }

    std::string initial_value_code(const Declaration& d) const override
    {
        if (d.size == 0) return value_code(d);
        if (d.value.text != "index") return fmt::format("[{}; {}]", value_code(d), d.size);
        std::vector<std::size_t> elements(d.size);
        std::iota(elements.begin(), elements.end(), std::size_t{0});
        return fmt::format("[{}]", fmt::join(elements, ", "));
    }

    void print_new()
    {
        open_block("pub fn new() -> Self {");
        open_block(class_name() + " {");
        for (const Declaration& d : program_.state) print_line(fmt::format("{}: {},", d.name, initial_value_code(d)));
        close_block();
        close_block();
        print_line();
    }
};

} // namespace

Code generate_rust(const Program& program, const FileHeader& header)
{
    return RustPrinter{program, header, program.is_stateless() ? stateless_spelling : rust_spelling}.generate();
}

} // namespace exporter
