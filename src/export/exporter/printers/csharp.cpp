// Prints a loop in C# 7, as a class.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <array>

namespace exporter
{

namespace
{

std::string csharp_type(Type type)
{
    switch (type)
    {
    case Type::whole: return "long";
    case Type::real: return "double";
    case Type::single: return "float";
    case Type::truth: return "bool";
    case Type::none: break;
    }
    return "void";
}

class CsharpPrinter final : public Printer
{
public:
    using Printer::Printer;

    Code print() override
    {
        top(example());
        line("using System;");
        line();
        line(fmt::format("public sealed class {} {{", pascal(header_.order.name)));
        indent();
        fields();
        line();
        for (const Declared& d : program_.constants)
            line(fmt::format("public const {} {} = {};", csharp_type(d.type), name(d.name), value(d)), d.comment);
        line();
        for (const Declared& d : program_.state) state(d);
        line();
        arrays();
        function(plan(), "public");
        if (pace() != nullptr) function(*pace(), "public");
        for (const Function& f : program_.helpers)
            if (f.name != "pace") function(f, f.uses_state ? "private" : "private static");
        outdent();
        line("}");
        return taken();
    }

private:
    std::string spelled(Role role, const std::string& name) const override
    {
        switch (role)
        {
        case Role::constant:
        case Role::helper: return pascal(name);
        case Role::state: return fmt::format("_{}", camel(name));
        case Role::local: break;
        }
        return camel(name);
    }
    std::string cast(Type type, const Expression& of, int) const override
    {
        return fmt::format("({}){}", csharp_type(type), text(of, 7));
    }
    std::string extreme(const std::string& min_or_max, const std::string& a, const std::string& b) const override
    {
        return fmt::format("Math.{}({}, {})", min_or_max == "min" ? "Min" : "Max", a, b);
    }
    std::string declared(const Declared& d, bool) const override
    {
        return fmt::format("{} {} = {};", csharp_type(d.type), camel(d.name), text(d.value));
    }
    void give(const std::vector<Declared>& fields) override
    {
        line();
        line("Plan plan;");
        for (const Declared& d : fields) line(fmt::format("plan.{} = {};", pascal(d.name), text(d.value)));
        line("return plan;");
    }

    std::string value(const Declared& d) const
    {
        return d.type == Type::single ? cast(Type::single, d.value, 0) : text(d.value);
    }

    void fields()
    {
        line("public struct Plan {");
        indent();
        for (const Declared& d : program_.fields)
            line(fmt::format("public {} {};", csharp_type(d.type), pascal(d.name)), d.comment);
        outdent();
        line("}");
    }

    void state(const Declared& d)
    {
        const std::string type = csharp_type(d.type);
        if (d.size > 0)
            line(fmt::format("private readonly {}[] {} = new {}[{}];", type, name(d.name), type, d.size), d.comment);
        else if (d.value.text == "0" || d.value.text == "0.0" || d.value.text == "false")
            line(fmt::format("private {} {};", type, name(d.name)), d.comment);
        else
            line(fmt::format("private {} {} = {};", type, name(d.name), value(d)), d.comment);
    }

    // Writes the constructor of the exported class, which fills the arrays. Writes nothing if all arrays start with
    // zeros.
    void arrays()
    {
        std::vector<std::string> lines;
        for (const Declared& d : program_.state)
            if (d.size > 0 && d.value.text != "0")
                lines.push_back(fmt::format("for (int i = 0; i < {}; ++i) {}[i] = {};", d.size, name(d.name),
                                            d.value.text == "index" ? "i" : value(d)));
        if (lines.empty()) return;
        line(fmt::format("public {}() {{", pascal(header_.order.name)));
        indent();
        for (const std::string& text : lines) line(text);
        outdent();
        line("}");
        line();
    }

    void function(const Function& f, std::string_view access)
    {
        std::vector<std::string> parameters;
        for (const Declared& p : f.parameters) parameters.push_back(csharp_type(p.type) + " " + camel(p.name));
        const bool is_plan = f.name == "plan";
        comment(f.comment);
        line(fmt::format("{} {} {}({}) {{", access, is_plan ? "Plan" : csharp_type(f.result),
                         is_plan ? "Decide" : pascal(f.name), fmt::join(parameters, ", ")));
        indent();
        statements(f.body);
        outdent();
        line("}");
        line();
    }

    Example example() const
    {
        static constexpr std::array<std::string_view, 3> readings{"", "Clock()", "now, Clock()"};
        const std::string type = pascal(header_.order.name);
        return {.start      = fmt::format("var loop = new {}(); // once", type),
                .decide     = fmt::format("{}.Plan plan = loop.Decide(now - last{});", type,
                                      program_.asks_refresh() ? ", refreshNs" : ""),
                .repeat     = "for (long i = 0; i < plan.Steps; ++i) {",
                .if_tail    = "if (plan.Tail > 0.0) {",
                .if_stepped = "if (plan.Steps > 0) {",
                .dt         = "plan.Dt",
                .tail       = "plan.Tail",
                .alpha      = "plan.Alpha",
                .wait = {fmt::format("for (long nap; (nap = loop.Pace({})) != 0;) {{", readings[pace_parameters()]),
                         "    if (nap > 0) sleep(nap);", "}"}};
    }
};

} // namespace

std::unique_ptr<Printer> csharp_printer(const Program& program, const HeaderData& header)
{
    return std::make_unique<CsharpPrinter>(program, header);
}

} // namespace exporter
