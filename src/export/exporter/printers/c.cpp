// Prints a loop, or another part of a game, in C99 that is also valid C++. Names of private functions end in "_".
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

constexpr LanguageSyntax c_syntax{
    .type_names = {.none = "void", .integer = "int64_t", .float64 = "double", .float32 = "float", .boolean = "bool"},
    .local_constant_declaration = "const {type} {name} = {value};",
    .local_variable_declaration = "{type} {name} = {value};",
    .state_prefix = "loop->",
    .steps_loop_head = "for (int64_t i = 0; i < plan.steps; ++i) {",
    .min_or_max_call = "{name}({a}, {b})",
    .receiver_argument = "loop",
    .usage = {.create_loop = "{name} loop = {name}_new(); // once",
              .call_plan = "const {name}_plan plan = {name}_plan_frame(&loop, {plan});",
              .wait_for_next_frame = "for (int64_t nap; "
                                     "(nap = {name}_pace(&loop{next_pace})) != 0;) {{\n"
                                     "    if (nap > 0) sleep_ns(nap);\n}}",
              .clock_expression = "clock_ns()"}};

class CPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file_body() override
    {
        const std::string guard = to_upper_case(name_prefix()) + "_H";
        print_lines({"#ifndef " + guard, "#define " + guard, "", "#include <stdbool.h>", "#include <stdint.h>", ""});
        for (const Declaration& declaration : program_.constants)
            print_line(declaration_code(declaration.type == Type::integer ? "#define {name} INT64_C({value})"
                                                                          : "#define {name} ({value})",
                                        NameRole::constant, declaration, scalar_code(declaration)),
                       declaration.comment);
        print_blank_line();
        print_records("typedef struct {{", "{type} {name};", "}} {record};");
        if (!is_stateless())
        {
            open_block("typedef struct {");
            print_state_declarations("{type} {name};", "{type} {name}[{size}];");
            if (program_.state.empty())
                print_line("char nothing;", "this loop keeps nothing, but C has no empty structs");
            close_block(fmt::format("}} {};", name_prefix()));
        }
        print_blank_line();
        if (program_.calls_function("min")) print_minmax_function("min", '<');
        if (program_.calls_function("max")) print_minmax_function("max", '>');
        for (const Function& function : program_.functions) print_function(function);
        if (!is_stateless()) print_start_function();
        if (program_.is_game_loop()) print_function(exported_plan_function());
        print_line("#endif", guard);
    }

    const std::string& name_prefix() const { return properties_.options.name; }
    std::string record_type(const std::string& record_name) const override { return name_prefix() + "_" + record_name; }

    std::string name_in_language(NameRole role, const std::string& name) const override
    {
        if (role == NameRole::constant) return to_upper_case(name_prefix()) + "_" + to_upper_case(name);
        if (role != NameRole::function) return name;
        return fmt::format("{}_{}{}", name_prefix(), name, program_.is_public(name) ? "" : "_");
    }
    std::string function_head(const Function& function) const override
    {
        return fmt::format("static inline {} {}({}) {{", result_type(function),
                           function.name == "plan" ? name_prefix() + "_plan_frame"
                                                   : name_in_language(NameRole::function, function.name),
                           parameter_list(function, name_prefix() + " *loop"));
    }
    void print_function_prologue(const Function& function) override
    {
        if (!function.is_method || program_.uses_instance(function)) return;
        print_line("(void)loop;");
        print_blank_line();
    }

    void print_minmax_function(std::string_view min_or_max, char op)
    {
        print_line(fmt::format("static inline int64_t {}_{}_(int64_t a, int64_t b) {{ return a {} b ? a : b; }}",
                               name_prefix(), min_or_max, op));
        print_blank_line();
    }

    void print_start_function()
    {
        print_comment_lines(fmt::format("Creates and returns {} in its initial state.",
                                        program_.is_game_loop() ? "a loop" : "an object"));
        open_block(fmt::format("static inline {} {}_new(void) {{", name_prefix(), name_prefix()));
        print_line(fmt::format("{} loop;", name_prefix()));
        if (program_.state.empty()) print_line("loop.nothing = 0;");
        for (const Declaration& declaration : program_.state)
            print_line(declaration.array_size == 0
                           ? fmt::format("loop.{} = {};", declaration.name, scalar_code(declaration))
                           : fmt::format("for (int i = 0; i < {}; ++i) loop.{}[i] = {};", declaration.array_size,
                                         declaration.name, array_element_value_code(declaration)));
        print_line("return loop;");
        close_block();
        print_blank_line();
    }
};

} // namespace

SourceCode generate_c(const Program& program, const FileProperties& properties)
{
    return CPrinter{program, properties, c_syntax}.generate();
}

} // namespace exporter
