// Prints a loop in C99 that is also valid C++, as a struct and functions. All names begin with the loop's name. Private
// functions also end with an underscore: otherwise the private function ts_godot_smoothed of a loop ts_godot could have
// the name of another loop, ts_godot_smoothed.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

constexpr Spelling c_spelling{.types    = {"void", "int64_t", "double", "float", "bool"},
                              .let      = "const {type} {name} = {value};",
                              .var      = "{type} {name} = {value};",
                              .state_of = "loop->",
                              .repeat   = "for (int64_t i = 0; i < plan.steps; ++i) {"};

class CPrinter final : public Printer
{
public:
    using Printer::Printer;

    Code print() override
    {
        const std::string guard = upper(prefix()) + "_H";
        top();
        line("#ifndef " + guard);
        line("#define " + guard);
        line();
        line("#include <stdbool.h>");
        line("#include <stdint.h>");
        line();
        for (const Declared& d : program_.constants)
            line(declared("#define {name} {value}", Role::constant, d, macro_value(d)), d.comment);
        line();
        structs();
        line();
        if (uses("min")) extreme_function("min", '<');
        if (uses("max")) extreme_function("max", '>');
        for (const Function& f : program_.helpers) function(f);
        starter();
        function(plan());
        line("#endif", guard);
        return taken();
    }

private:
    const std::string& prefix() const { return header_.options.name; }
    std::string plan_type() const override { return prefix() + "_plan"; }

    std::string spelled(Role role, const std::string& name) const override
    {
        if (role == Role::constant) return upper(prefix()) + "_" + upper(name);
        if (role != Role::helper) return name;
        return name == "pace" ? prefix() + "_pace" : fmt::format("{}_{}_", prefix(), name);
    }
    std::string extreme(const std::string& min_or_max, const std::string& a, const std::string& b) const override
    {
        return fmt::format("{}_{}_({}, {})", prefix(), min_or_max, a, b);
    }
    std::string call(const Function& f, std::vector<std::string> arguments) const override
    {
        if (f.uses_state) arguments.insert(arguments.begin(), "loop");
        return Printer::call(f, std::move(arguments));
    }
    std::string head(const Function& f) const override
    {
        return fmt::format("static inline {} {}({}) {{", result(f),
                           f.name == "plan" ? prefix() + "_decide" : spelled(Role::helper, f.name),
                           parameters(f, prefix() + " *loop"));
    }
    void begin_body(const Function& f) override
    {
        if (!f.uses_state || uses_state(f)) return;
        line("(void)loop;");
        line();
    }

    std::string macro_value(const Declared& d) const
    {
        return fmt::format("{}({})", d.type == Type::whole ? "INT64_C" : "", value(d));
    }

    void structs()
    {
        open("typedef struct {");
        fields("{type} {name};");
        close(fmt::format("}} {};", plan_type()));
        line();
        open("typedef struct {");
        for (const Declared& d : program_.state)
            line(fmt::format("{} {}{};", type(d.type), d.name, d.size > 0 ? fmt::format("[{}]", d.size) : ""),
                 d.comment);
        if (program_.state.empty()) line("char nothing;", "this loop keeps nothing, but C has no empty structs");
        close(fmt::format("}} {};", prefix()));
    }

    void extreme_function(std::string_view min_or_max, char op)
    {
        line(fmt::format("static inline int64_t {}_{}_(int64_t a, int64_t b) {{ return a {} b ? a : b; }}", prefix(),
                         min_or_max, op));
        line();
    }

    void starter()
    {
        comment("A loop at its start.");
        open(fmt::format("static inline {} {}_start(void) {{", prefix(), prefix()));
        line(fmt::format("{} loop;", prefix()));
        if (program_.state.empty()) line("loop.nothing = 0;");
        for (const Declared& d : program_.state)
            line(d.size == 0 ? fmt::format("loop.{} = {};", d.name, value(d))
                             : fmt::format("for (int i = 0; i < {}; ++i) loop.{}[i] = {};", d.size, d.name,
                                           value_of_element(d)));
        line("return loop;");
        close();
        line();
    }

    Example example() const override
    {
        const std::string readings = pace_arguments("clock_ns()");
        return {.start  = fmt::format("{} loop = {}_start(); // once", prefix(), prefix()),
                .decide = fmt::format("const {} plan = {}_decide(&loop, {});", plan_type(), prefix(), plan_arguments()),
                .wait   = {fmt::format("for (int64_t nap; (nap = {}_pace(&loop{}{})) != 0;) {{", prefix(),
                                     readings.empty() ? "" : ", ", readings),
                           "    if (nap > 0) sleep_ns(nap);", "}"}};
    }
};

} // namespace

std::unique_ptr<Printer> c_printer(const Program& program, const HeaderData& header)
{
    return std::make_unique<CPrinter>(program, header, c_spelling);
}

} // namespace exporter
