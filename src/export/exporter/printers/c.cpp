// Prints a loop as a struct and functions in C99 that are also valid C++. Names of private functions end with an
// underscore, so that `smoothed` of a loop ts_godot cannot collide with a loop ts_godot_smoothed.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

constexpr Spelling c_spelling{.types        = {"void", "int64_t", "double", "float", "bool"},
                              .let          = "const {type} {name} = {value};",
                              .var          = "{type} {name} = {value};",
                              .state_prefix = "loop->",
                              .repeat       = "for (int64_t i = 0; i < plan.steps; ++i) {",
                              .min_or_max   = "{name}({a}, {b})",
                              .receiver     = "loop",
                              .usage        = {.create = "{name} loop = {name}_start(); // once",
                                               .plan   = "const {name}_plan plan = {name}_decide(&loop, {plan});",
                                               .wait   = "for (int64_t nap; "
                                                                "(nap = {name}_pace(&loop{next_pace})) != 0;) {{\n"
                                                                "    if (nap > 0) sleep_ns(nap);\n}}",
                                               .clock  = "clock_ns()"}};

class CPrinter final : public Printer
{
public:
    using Printer::Printer;

private:
    void print_file() override
    {
        const std::string guard = to_upper_case(prefix()) + "_H";
        print_lines({"#ifndef " + guard, "#define " + guard, "", "#include <stdbool.h>", "#include <stdint.h>", ""});
        for (const Declaration& d : program_.constants)
            print_line(declaration_code("#define {name} {value}", Role::constant, d, macro_value(d)), d.comment);
        print_line();
        print_structs();
        print_line();
        if (calls_function("min")) print_min_or_max("min", '<');
        if (calls_function("max")) print_min_or_max("max", '>');
        for (const Function& f : program_.helpers) print_function(f);
        if (!is_stateless()) print_start_function();
        if (has_loop()) print_function(plan_function());
        print_line("#endif", guard);
    }

    const std::string& prefix() const { return header_.options.name; }
    std::string record_type(const std::string& record) const override { return prefix() + "_" + record; }

    std::string spelled_name(Role role, const std::string& name) const override
    {
        if (role == Role::constant) return to_upper_case(prefix()) + "_" + to_upper_case(name);
        if (role != Role::helper) return name;
        return fmt::format("{}_{}{}", prefix(), name, is_public(name) ? "" : "_");
    }
    std::string function_head(const Function& f) const override
    {
        return fmt::format("static inline {} {}({}) {{", result_type(f),
                           f.name == "plan" ? prefix() + "_decide" : spelled_name(Role::helper, f.name),
                           parameter_list(f, prefix() + " *loop"));
    }
    void print_body_prefix(const Function& f) override
    {
        if (!f.uses_state || uses_state(f)) return;
        print_line("(void)loop;");
        print_line();
    }

    std::string macro_value(const Declaration& d) const
    {
        return fmt::format("{}({})", d.type == Type::whole ? "INT64_C" : "", value_code(d));
    }

    void print_structs()
    {
        print_records("typedef struct {{", "{type} {name};", "}} {record};");
        if (is_stateless()) return;
        open_block("typedef struct {");
        print_state("{type} {name};", "{type} {name}[{size}];");
        if (program_.state.empty()) print_line("char nothing;", "this loop keeps nothing, but C has no empty structs");
        close_block(fmt::format("}} {};", prefix()));
    }

    void print_min_or_max(std::string_view min_or_max, char op)
    {
        print_line(fmt::format("static inline int64_t {}_{}_(int64_t a, int64_t b) {{ return a {} b ? a : b; }}",
                               prefix(), min_or_max, op));
        print_line();
    }

    void print_start_function()
    {
        print_comment_lines(fmt::format("Returns {} in its initial state.", has_loop() ? "a loop" : "an object"));
        open_block(fmt::format("static inline {} {}_start(void) {{", prefix(), prefix()));
        print_line(fmt::format("{} loop;", prefix()));
        if (program_.state.empty()) print_line("loop.nothing = 0;");
        for (const Declaration& d : program_.state)
            print_line(d.size == 0 ? fmt::format("loop.{} = {};", d.name, value_code(d))
                                   : fmt::format("for (int i = 0; i < {}; ++i) loop.{}[i] = {};", d.size, d.name,
                                                 element_value_code(d)));
        print_line("return loop;");
        close_block();
        print_line();
    }
};

} // namespace

Code generate_c(const Program& program, const FileHeader& header)
{
    return CPrinter{program, header, c_spelling}.generate();
}

} // namespace exporter
