// Prints a loop in C99 that is also valid C++, as a struct and functions. All names begin with the loop's name. Private
// functions also end with an underscore: otherwise the private function ts_godot_smoothed of a loop ts_godot could have
// the name of another loop, ts_godot_smoothed.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <array>

namespace exporter
{

namespace
{

std::string c_type(Type type)
{
    switch (type)
    {
    case Type::whole: return "int64_t";
    case Type::real: return "double";
    case Type::single: return "float";
    case Type::truth: return "bool";
    case Type::none: break;
    }
    return "void";
}

class CPrinter final : public Printer
{
public:
    using Printer::Printer;

    Code print() override
    {
        const std::string guard = upper(prefix()) + "_H";
        top(example());
        line("#ifndef " + guard);
        line("#define " + guard);
        line();
        line("#include <stdbool.h>");
        line("#include <stdint.h>");
        line();
        constants();
        line();
        structs();
        line();
        for (const std::string min_or_max : {"min", "max"})
            if (uses(min_or_max)) extreme_function(min_or_max, min_or_max == "min" ? '<' : '>');
        for (const Function& f : program_.helpers) function(f);
        starter();
        function(plan());
        line("#endif", guard);
        return taken();
    }

private:
    const std::string& prefix() const { return header_.order.name; }

    std::string spelled(Role role, const std::string& name) const override
    {
        switch (role)
        {
        case Role::constant: return upper(prefix()) + "_" + upper(name);
        case Role::state: return "loop->" + name;
        case Role::helper: return name == "pace" ? prefix() + "_pace" : fmt::format("{}_{}_", prefix(), name);
        case Role::local: break;
        }
        return name;
    }
    std::string cast(Type type, const Expression& of, int) const override
    {
        return fmt::format("({}){}", c_type(type), text(of, 7));
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
    std::string declared(const Declared& d, bool may_change) const override
    {
        return fmt::format("{}{} {} = {};", may_change ? "" : "const ", c_type(d.type), d.name, text(d.value));
    }
    void give(const std::vector<Declared>& fields) override
    {
        line();
        line(fmt::format("{}_plan plan;", prefix()));
        for (const Declared& d : fields) line(fmt::format("plan.{} = {};", d.name, text(d.value)));
        line("return plan;");
    }

    void constants()
    {
        for (const Declared& d : program_.constants)
        {
            const std::string value = d.type == Type::whole    ? fmt::format("INT64_C({})", text(d.value))
                                      : d.type == Type::single ? fmt::format("({})", cast(Type::single, d.value, 0))
                                                               : fmt::format("({})", text(d.value));
            line(fmt::format("#define {} {}", name(d.name), value), d.comment);
        }
    }

    void structs()
    {
        line("typedef struct {");
        indent();
        for (const Declared& d : program_.fields) line(fmt::format("{} {};", c_type(d.type), d.name), d.comment);
        outdent();
        line(fmt::format("}} {}_plan;", prefix()));
        line();
        line("typedef struct {");
        indent();
        for (const Declared& d : program_.state)
            line(fmt::format("{} {}{};", c_type(d.type), d.name, d.size > 0 ? fmt::format("[{}]", d.size) : ""),
                 d.comment);
        if (program_.state.empty()) line("char nothing;", "this loop keeps nothing, but C has no empty structs");
        outdent();
        line(fmt::format("}} {};", prefix()));
    }

    void extreme_function(const std::string& min_or_max, char op)
    {
        line(fmt::format("static inline int64_t {}_{}_(int64_t a, int64_t b) {{ return a {} b ? a : b; }}", prefix(),
                         min_or_max, op));
        line();
    }

    void starter()
    {
        comment("A loop at its start.");
        line(fmt::format("static inline {} {}_start(void) {{", prefix(), prefix()));
        indent();
        line(fmt::format("{} loop;", prefix()));
        if (program_.state.empty()) line("loop.nothing = 0;");
        for (const Declared& d : program_.state) start(d);
        line("return loop;");
        outdent();
        line("}");
        line();
    }
    void start(const Declared& d)
    {
        const std::string value = d.type == Type::single ? cast(Type::single, d.value, 0) : text(d.value);
        if (d.size == 0)
            line(fmt::format("loop.{} = {};", d.name, value));
        else
            line(fmt::format("for (int i = 0; i < {}; ++i) loop.{}[i] = {};", d.size, d.name,
                             d.value.text == "index" ? "i" : value));
    }

    void function(const Function& f)
    {
        std::vector<std::string> parameters;
        if (f.uses_state) parameters.push_back(prefix() + " *loop");
        for (const Declared& p : f.parameters) parameters.push_back(c_type(p.type) + " " + p.name);
        comment(f.comment);
        const bool decides = f.name == "plan";
        line(fmt::format("static inline {} {}({}) {{", decides ? prefix() + "_plan" : c_type(f.result),
                         decides ? prefix() + "_decide" : spelled(Role::helper, f.name), fmt::join(parameters, ", ")));
        indent();
        if (f.uses_state && !uses_state(f))
        {
            line("(void)loop;");
            line();
        }
        statements(f.body);
        outdent();
        line("}");
        line();
    }

    Example example() const
    {
        static constexpr std::array<std::string_view, 3> readings{"", ", clock_ns()", ", now, clock_ns()"};
        return {.start      = fmt::format("{} loop = {}_start(); // once", prefix(), prefix()),
                .decide     = fmt::format("const {}_plan plan = {}_decide(&loop, now - last{});", prefix(), prefix(),
                                      program_.asks_refresh() ? ", refresh_ns" : ""),
                .repeat     = "for (int64_t i = 0; i < plan.steps; ++i) {",
                .if_tail    = "if (plan.tail > 0.0) {",
                .if_stepped = "if (plan.steps > 0) {",
                .wait       = {fmt::format("for (int64_t nap; (nap = {}_pace(&loop{})) != 0;) {{", prefix(),
                                           readings[pace_parameters()]),
                               "    if (nap > 0) sleep_ns(nap);", "}"}};
    }
};

} // namespace

std::unique_ptr<Printer> c_printer(const Program& program, const HeaderData& header)
{
    return std::make_unique<CPrinter>(program, header);
}

} // namespace exporter
