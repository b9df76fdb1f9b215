// Prints a loop as a class of a module in JavaScript (ES2022) or, with types, in TypeScript.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

constexpr Spelling js_spelling{.types        = {"", "", "", "", ""},
                               .let          = "const {name}{type} = {value};",
                               .var          = "let {name}{type} = {value};",
                               .parameter    = "{name}{type}",
                               .state_prefix = "this.",
                               .repeat       = "for (let i = 0; i < plan.steps; ++i) {",
                               .thousands    = "_",
                               .equal        = "===",
                               .unequal      = "!==",
                               .min_or_max   = "Math.{name}({a}, {b})",
                               .result_field = "{name}: {value},",
                               .usage        = {.create = "const loop = new {type}(); // once",
                                                .now    = "const now = Math.round(performance.now() * 1e6);",
                                                .plan   = "const plan = loop.plan({plan});",
                                                .wait   = "for (let nap; (nap = loop.pace({pace})) !== 0;) {{\n"
                                                                 "    if (nap > 0) await sleep(nap);\n}}"},
                               .to_whole     = "toWhole",
                               .to_single    = "Math.fround",
                               .remainder    = "remainder"};

constexpr Spelling ts_spelling = []
{
    Spelling s = js_spelling;
    s.types    = {": void", ": number", ": number", ": number", ": boolean"};
    return s;
}();

class JsPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file() override
    {
        print_line();
        print_constants("const {name}{type} = {value};");
        if (is_typed()) print_records("export interface {name} {{", "{name}{type};", "}}");
        print_free_functions();
        print_helpers();
        if (!is_stateless()) print_class();
    }

    void print_class()
    {
        open_block(fmt::format("export class {} {{", to_pascal_case(header_.options.name)));
        print_state("{name}{type} = {value};", is_typed() ? "{name}{type}[] = {value};" : "{name} = {value};");
        print_line();
        print_all_methods();
        close_block();
    }

    bool is_typed() const { return header_.options.language == Language::ts; }
    std::string record_type(const std::string& record) const override
    {
        return is_typed() ? ": " + to_pascal_case(record) : "";
    }

    std::string spelled_name(Role role, const std::string& name) const override
    {
        if (role == Role::constant) return to_upper_case(name);
        return (role == Role::state ? "#" : "") + to_camel_case(name);
    }
    std::string call_prefix(const Function& f) const override
    {
        return f.uses_state ? f.is_public ? "this." : "this.#" : "";
    }
    std::string function_head(const Function& f) const override
    {
        const std::string_view start = f.uses_state  ? f.is_public ? "" : "#"
                                       : f.is_public ? "export function "
                                                     : "function ";
        return fmt::format("{}{}({}){} {{", start, to_camel_case(f.name), parameter_list(f), result_type(f));
    }
    std::string initial_value_code(const Declaration& d) const override
    {
        if (d.size == 0) return value_code(d);
        if (d.value.text == "index") return fmt::format("Array.from({{ length: {} }}, (_, i) => i)", d.size);
        return fmt::format("new Array({}).fill({})", d.size, value_code(d));
    }

    void print_helpers()
    {
        const std::string type = type_name(Type::real);
        if (program_uses_operator("//") || calls_function("whole"))
            print_helper("Rounds x toward zero. Adding 0 turns a result of -0 into 0.",
                         fmt::format("function toWhole(x{0}){0} {{", type), {"return Math.trunc(x) + 0;"});
        if (program_uses_operator("%"))
            print_helper("The remainder of a / b for integers. Adding 0 turns a result of -0 into 0.",
                         fmt::format("function remainder(a{0}, b{0}){0} {{", type), {"return a % b + 0;"});
    }
};

} // namespace

Code generate_js(const Program& program, const FileHeader& header)
{
    return JsPrinter{program, header, header.options.language == Language::ts ? ts_spelling : js_spelling}.generate();
}

} // namespace exporter
