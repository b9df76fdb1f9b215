// Prints a loop in JavaScript (ES2022), as a class of a module; in TypeScript, the same with types.
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

    Code print() override
    {
        print_header();
        print_line();
        print_constants("const {name}{type} = {value};");
        print_line();
        if (is_typed())
            for (const Record& record : records()) print_interface(record);
        for (const Function& f : program_.helpers)
            if (!f.uses_state) print_function(f);
        print_helpers();
        if (!is_stateless()) print_class();
        return printed_code();
    }

private:
    void print_class()
    {
        open_block(fmt::format("export class {} {{", to_pascal_case(header_.options.name)));
        print_state("{name}{type} = {value};", is_typed() ? "{name}{type}[] = {value};" : "{name} = {value};");
        print_line();
        if (has_loop()) print_function(plan_function());
        for (const Function& f : program_.helpers)
            if (f.uses_state) print_function(f);
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
    std::string min_or_max_call(const std::string& min_or_max, const std::string& a,
                                const std::string& b) const override
    {
        return fmt::format("Math.{}({}, {})", min_or_max, a, b);
    }
    std::string call_code(const Function& f, std::vector<std::string> arguments) const override
    {
        return (f.uses_state ? f.is_public ? "this." : "this.#" : "") + Printer::call_code(f, std::move(arguments));
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
    void print_result(const std::string&, const std::vector<Declaration>& fields) override
    {
        print_line();
        open_block("return {");
        for (const Declaration& d : fields)
            print_line(fmt::format("{}: {},", spelled_name(Role::field, d.name), expression_code(d.value)),
                       is_typed() ? "" : field_comment(d.name));
        close_block("};");
    }

    void print_interface(const Record& record)
    {
        open_block(fmt::format("export interface {} {{", to_pascal_case(record.name)));
        print_fields(record, "{name}{type};");
        close_block();
        print_line();
    }
    void print_helpers()
    {
        const std::string type = type_name(Type::real);
        if (has_operator("//") || calls_function("whole"))
            print_helper("Rounds toward zero; + 0 makes 0 of -0.", fmt::format("function toWhole(x{0}){0} {{", type),
                         {"return Math.trunc(x) + 0;"});
        if (has_operator("%"))
            print_helper("The remainder of a division of whole numbers; + 0 makes 0 of -0.",
                         fmt::format("function remainder(a{0}, b{0}){0} {{", type), {"return a % b + 0;"});
    }

    UsageExample usage_example() const override
    {
        const std::string type = to_pascal_case(header_.options.name);
        const std::string pace = fmt::format("loop.pace({})", pace_arguments("clock()"));
        return {.create_line = fmt::format("const loop = new {}(); // once", type),
                .now_line    = "const now = Math.round(performance.now() * 1e6);",
                .plan_line   = fmt::format("const plan = loop.plan({});", plan_arguments()),
                .wait_lines  = {fmt::format("for (let nap; (nap = {}) !== 0;) {{", pace),
                                "    if (nap > 0) await sleep(nap);", "}"}};
    }
};

} // namespace

std::unique_ptr<Printer> make_js_printer(const Program& program, const FileHeader& header)
{
    return std::make_unique<JsPrinter>(program, header,
                                       header.options.language == Language::ts ? ts_spelling : js_spelling);
}

} // namespace exporter
