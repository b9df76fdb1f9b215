// Prints a loop as a class in JavaScript (ES2022), in a module or in a classic script, or with types in TypeScript.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

constexpr LanguageSyntax js_syntax{.local_constant_declaration = "const {name}{type} = {value};",
                                   .local_variable_declaration = "let {name}{type} = {value};",
                                   .parameter_declaration = "{name}{type}",
                                   .state_prefix = "this.",
                                   .steps_loop_head = "for (let i = 0; i < plan.steps; ++i) {",
                                   .thousands_separator = "_",
                                   .equal_operator = "===",
                                   .unequal_operator = "!==",
                                   .min_or_max_call = "Math.{name}({a}, {b})",
                                   .result_field_line = "{name}: {value},",
                                   .usage = {.create_loop = "const loop = new {type}(); // once",
                                             .read_clock = "Math.round(performance.now() * 1e6)",
                                             .call_plan = "const plan = loop.plan({plan});",
                                             .wait_for_next_frame =
                                                 "for (let nap; (nap = loop.pace({pace})) !== 0;) {{\n"
                                                 "    if (nap > 0) await sleep(nap);\n}}"},
                                   .to_integer_function = "toWhole",
                                   .to_float32_function = "Math.fround",
                                   .remainder_function = "remainder",
                                   .to_finite_function = "finite"};

constexpr TypeNames ts_type_names{
    .none = ": void", .integer = ": number", .float64 = ": number", .float32 = ": number", .boolean = ": boolean"};
constexpr LanguageSyntax ts_syntax = []
{
    LanguageSyntax syntax = js_syntax;
    syntax.type_names = ts_type_names;
    return syntax;
}();

class JsPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file_body() override
    {
        print_blank_line();
        if (is_script()) open_block(fmt::format("var {} = (() => {{", global_name()));
        print_constants("const {name}{type} = {value};");
        if (is_typed()) print_records("export interface {name} {{", "{name}{type};", "}}");
        print_free_functions();
        print_used_helper_functions();
        if (!is_stateless()) print_class();
        if (!is_script()) return;

        // The value of the global name: the class or, without a class, an object; the other functions are its members.
        std::vector<std::string> functions;
        for (const Function& function : program_.functions)
            if (function.is_public && !function.is_method) functions.push_back(to_camel_case(function.name));
        const std::string members = fmt::format("{{ {} }}", fmt::join(functions, ", "));
        print_blank_line();
        if (is_stateless() || functions.empty())
            print_line(fmt::format("return {};", is_stateless() ? members : global_name()));
        else
            print_line(fmt::format("return Object.assign({}, {});", global_name(), members));
        close_block("})();");
    }

    void print_class()
    {
        open_block(fmt::format("{}class {} {{", export_prefix(), global_name()));
        print_state_declarations("{name}{type} = {value};",
                                 is_typed() ? "{name}{type}[] = {value};" : "{name} = {value};");
        print_blank_line();
        print_methods();
        close_block();
    }

    std::string global_name() const { return to_pascal_case(properties_.options.name); }
    bool is_script() const { return properties_.options.is_classic_script; }
    std::string_view export_prefix() const { return is_script() ? "" : "export "; }
    bool is_typed() const { return properties_.options.language == Language::ts; }
    std::string record_type(const std::string& record_name) const override
    {
        return is_typed() ? ": " + to_pascal_case(record_name) : "";
    }

    std::string name_in_language(NameRole role, const std::string& name) const override
    {
        if (role == NameRole::constant) return to_upper_case(name);
        return (role == NameRole::state ? "#" : "") + to_camel_case(name);
    }
    std::string call_prefix(const Function& function) const override
    {
        if (!function.is_method) return "";
        return function.is_public ? "this." : "this.#";
    }
    std::string function_head(const Function& function) const override
    {
        std::string prefix = fmt::format("{}function ", function.is_public ? export_prefix() : "");
        if (function.is_method) prefix = function.is_public ? "" : "#";
        return fmt::format("{}{}({}){} {{", prefix, to_camel_case(function.name), parameter_list(function),
                           result_type(function));
    }
    std::string initial_value_code(const Declaration& declaration) const override
    {
        if (declaration.array_size == 0) return scalar_code(declaration);
        if (declaration.value.text == "index")
            return fmt::format("Array.from({{ length: {} }}, (_, i) => i)", declaration.array_size);
        return fmt::format("new Array({}).fill({})", declaration.array_size, scalar_code(declaration));
    }

    void print_used_helper_functions()
    {
        const std::string type = type_name(Type::float64);
        if (program_.uses_binary_operator("//") || program_.calls_function("whole"))
            print_helper_function("Rounds x toward zero. Adding 0 turns a result of -0 into 0.",
                                  fmt::format("function toWhole(x{0}){0} {{", type), {"return Math.trunc(x) + 0;"});
        if (has_public_integer_parameter())
        {
            print_line("let hasWarned = false;");
            print_blank_line();
            print_helper_function(
                "Returns x, at most 2^53 - 1 in either direction; 0 if x is not a number. The first fraction is told, "
                "as it may be a time in milliseconds.",
                fmt::format("function finite(x{0}){0} {{", type),
                {"if (x % 1 !== 0 && Number.isFinite(x) && !hasWarned) {", "    hasWarned = true;",
                 "    console.warn(`${x} is no whole number of nanoseconds: pass Math.round(milliseconds * 1e6)`);",
                 "}", "return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(x, Number.MAX_SAFE_INTEGER)) || 0;"});
        }
        if (program_.uses_binary_operator("%"))
            print_helper_function("The remainder of a / b for integers. Adding 0 turns a result of -0 into 0.",
                                  fmt::format("function remainder(a{0}, b{0}){0} {{", type), {"return a % b + 0;"});
    }
};

} // namespace

SourceCode generate_js(const Program& program, const FileProperties& properties)
{
    return JsPrinter{program, properties, properties.options.language == Language::ts ? ts_syntax : js_syntax}
        .generate();
}

} // namespace exporter
