// Prints a loop in C++17, as a class in a namespace.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <array>

namespace exporter
{

namespace
{

std::string cpp_type(Type type)
{
    switch (type)
    {
    case Type::whole: return "std::int64_t";
    case Type::real: return "double";
    case Type::single: return "float";
    case Type::truth: return "bool";
    case Type::none: break;
    }
    return "void";
}

class CppPrinter final : public Printer
{
public:
    using Printer::Printer;

    Code print() override
    {
        top(example());
        line("#pragma once");
        line();
        line("#include <algorithm>");
        line("#include <cstdint>");
        line();
        line(fmt::format("namespace {} {{", header_.order.name));
        line();
        fields();
        line();
        loop_class();
        line();
        line("}", fmt::format("namespace {}", header_.order.name));
        return taken();
    }

private:
    std::string spelled(Role role, const std::string& name) const override
    {
        return role == Role::state ? name + "_" : name;
    }
    std::string literal(const Expression& e) const override
    {
        return e.type == Type::whole ? grouped(e.text, '\'') : e.text;
    }
    std::string cast(Type type, const Expression& of, int) const override
    {
        return fmt::format("static_cast<{}>({})", cpp_type(type), text(of));
    }
    std::string extreme(const std::string& min_or_max, const std::string& a, const std::string& b) const override
    {
        return fmt::format("std::{}<std::int64_t>({}, {})", min_or_max, a, b);
    }
    std::string declared(const Declared& d, bool may_change) const override
    {
        return fmt::format("{}{} {} = {};", may_change ? "" : "const ", cpp_type(d.type), d.name, text(d.value));
    }
    void give(const std::vector<Declared>& fields) override
    {
        line();
        line("Plan plan;");
        for (const Declared& d : fields) line(fmt::format("plan.{} = {};", d.name, text(d.value)));
        line("return plan;");
    }

    // Returns true if the constructor sets the elements of the array `d` in a C++ loop: for many elements, an
    // initialiser list would be too long.
    static bool is_filled(const Declared& d) { return d.size > 16 && d.value.text != "0"; }

    std::string initial(const Declared& d) const
    {
        if (is_filled(d) || (d.size > 0 && d.value.text == "0")) return "{}";
        if (d.size > 0)
        {
            std::vector<std::string> elements;
            for (std::size_t i = 0; i < d.size; ++i)
                elements.push_back(d.value.text == "index" ? fmt::to_string(i) : text(d.value));
            return fmt::format("{{{}}}", fmt::join(elements, ", "));
        }
        return d.type == Type::single ? cast(Type::single, d.value, 0) : text(d.value);
    }

    void fields()
    {
        line("struct Plan {");
        indent();
        for (const Declared& d : program_.fields)
            line(fmt::format("{} {}{};", cpp_type(d.type), d.name, d.type == Type::truth ? " = false" : "{}"),
                 d.comment);
        outdent();
        line("};");
    }

    void function(const Function& f)
    {
        std::vector<std::string> parameters;
        for (const Declared& p : f.parameters) parameters.push_back(cpp_type(p.type) + " " + p.name);
        comment(f.comment);
        line(fmt::format("{}{} {}({}) {{", f.uses_state ? "" : "static ",
                         f.name == "plan" ? "Plan" : cpp_type(f.result), f.name, fmt::join(parameters, ", ")));
        indent();
        statements(f.body);
        outdent();
        line("}");
        line();
    }

    void constructor()
    {
        std::string fills;
        for (const Declared& d : program_.state)
            if (is_filled(d)) fills += fmt::format(" std::fill_n({}, {}, {});", name(d.name), d.size, text(d.value));
        if (fills.empty()) return;
        line(fmt::format("Loop() {{{} }}", fills));
        line();
    }

    void loop_class()
    {
        line("class Loop {");
        line("public:");
        indent();
        for (const Declared& d : program_.constants)
            line(fmt::format("static constexpr {} {} = {};", cpp_type(d.type), d.name, initial(d)), d.comment);
        line();
        constructor();
        function(plan());
        if (pace() != nullptr) function(*pace());
        outdent();
        if (program_.helpers.size() > (pace() != nullptr ? 1U : 0U) || !program_.state.empty()) line("private:");
        indent();
        for (const Function& f : program_.helpers)
            if (f.name != "pace") function(f);
        for (const Declared& d : program_.state)
            line(fmt::format("{} {}_{} = {};", cpp_type(d.type), d.name, d.size > 0 ? fmt::format("[{}]", d.size) : "",
                             initial(d)),
                 d.comment);
        outdent();
        line("};");
    }

    Example example() const
    {
        static constexpr std::array<std::string_view, 3> readings{"", "clock()", "now, clock()"};
        return {.start      = fmt::format("{}::Loop loop; // once", header_.order.name),
                .decide     = fmt::format("const {}::Plan plan = loop.plan(now - last{});", header_.order.name,
                                      program_.asks_refresh() ? ", refresh_ns" : ""),
                .repeat     = "for (std::int64_t i = 0; i < plan.steps; ++i) {",
                .if_tail    = "if (plan.tail > 0.0) {",
                .if_stepped = "if (plan.steps > 0) {",
                .wait = {fmt::format("while (const std::int64_t nap = loop.pace({})) {{", readings[pace_parameters()]),
                         "    if (nap > 0) sleep(nap);", "}"}};
    }
};

} // namespace

std::unique_ptr<Printer> cpp_printer(const Program& program, const HeaderData& header)
{
    return std::make_unique<CppPrinter>(program, header);
}

} // namespace exporter
