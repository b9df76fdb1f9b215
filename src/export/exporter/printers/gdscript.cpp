// Prints a loop in GDScript that is valid in Godot 3.2 and 4: a script without a class name, which the game preloads.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <array>

namespace exporter
{

namespace
{

std::string gdscript_type(Type type)
{
    switch (type)
    {
    case Type::whole: return "int";
    case Type::real:
    case Type::single: return "float"; // in GDScript a float always has 64 bits
    case Type::truth: return "bool";
    case Type::none: break;
    }
    return "void";
}

class GdscriptPrinter final : public Printer
{
public:
    using Printer::Printer;

    Code print() override
    {
        top(example());
        for (const Declared& d : program_.constants)
            line(fmt::format("const {}: {} = {}", name(d.name), gdscript_type(d.type), text(d.value)), d.comment);
        line();
        for (const Declared& d : program_.state)
            line(fmt::format("var {}: {} = {}", name(d.name), d.size > 0 ? "Array" : gdscript_type(d.type),
                             d.size > 0 ? "[]" : text(d.value)),
                 d.comment);
        line();
        arrays();
        function(plan());
        if (pace() != nullptr) function(*pace());
        for (const Function& f : program_.helpers)
            if (f.name != "pace") function(f);
        for (const std::string min_or_max : {"min", "max"})
            if (uses(min_or_max)) extreme_function(min_or_max, min_or_max == "min" ? '<' : '>');
        if (uses("single")) single_function();
        return taken();
    }

private:
    std::string spelled(Role role, const std::string& name) const override
    {
        switch (role)
        {
        case Role::constant: return upper(name);
        case Role::state:
        case Role::helper: return fmt::format("_{}", name);
        case Role::local: break;
        }
        return name;
    }
    std::string cast(Type type, const Expression& of, int outer) const override
    {
        // In Godot 3, float(x) of a whole number has only 32 bits; the multiplication by 1.0 gives 64 bits.
        if (type == Type::real) return outer > 5 ? fmt::format("({} * 1.0)", text(of, 5)) : text(of, 5) + " * 1.0";
        return fmt::format("{}({})", type == Type::single ? "_single" : "int", text(of));
    }
    std::string extreme(const std::string& min_or_max, const std::string& a, const std::string& b) const override
    {
        return fmt::format("_{}_int({}, {})", min_or_max, a, b);
    }
    std::string operation(const std::string& op) const override
    {
        return op == "&&" ? "and" : op == "||" ? "or" : op == "!" ? "not " : op;
    }
    std::string declared(const Declared& d, bool) const override
    {
        return fmt::format("var {}: {} = {}", d.name, gdscript_type(d.type), text(d.value));
    }
    std::string_view comment_mark() const override { return "#"; }
    std::string_view end() const override { return ""; }
    bool parenthesised_conditions() const override { return false; }

    void give(const std::vector<Declared>& fields) override
    {
        line();
        line("return {");
        indent();
        for (const Declared& d : fields) line(fmt::format("\"{}\": {},", d.name, text(d.value)));
        outdent();
        line("}");
    }

    void block(const std::string& head, const std::vector<Statement>& inner, std::string_view comment = {})
    {
        line(head + ":", comment);
        indent();
        statements(inner);
        outdent();
    }
    void branch(const Statement& s) override
    {
        block("if " + text(s.value), s.body, s.comment);
        const std::vector<Statement>* rest = &s.otherwise;
        while (rest->size() == 1 && rest->front().kind == Statement::Kind::branch)
        {
            block("elif " + text(rest->front().value), rest->front().body);
            rest = &rest->front().otherwise;
        }
        if (!rest->empty()) block("else", *rest);
    }
    void loop(const Statement& s) override { block("while " + text(s.value), s.body, s.comment); }

    void arrays()
    {
        std::vector<std::string> lines;
        for (const Declared& d : program_.state)
            if (d.size > 0)
            {
                lines.push_back(fmt::format("for i in range({}):", d.size));
                lines.push_back(
                    fmt::format("    {}.append({})", name(d.name), d.value.text == "index" ? "i" : text(d.value)));
            }
        if (lines.empty()) return;
        line("func _init():");
        indent();
        for (const std::string& text : lines) line(text);
        outdent();
        line();
    }

    void extreme_function(const std::string& min_or_max, char op)
    {
        line(fmt::format("static func _{}_int(a: int, b: int) -> int:", min_or_max));
        line(fmt::format("    return a if a {} b else b", op));
        line();
    }

    // Writes a helper function that rounds a number to 32-bit precision, because GDScript has no 32-bit type.
    void single_function()
    {
        line("static func _single(x: float) -> float:", "rounds to 32 bits");
        line("    var buffer = StreamPeerBuffer.new()");
        line("    buffer.put_float(x)");
        line("    buffer.seek(0)");
        line("    return buffer.get_float()");
        line();
    }

    void function(const Function& f)
    {
        std::vector<std::string> parameters;
        for (const Declared& p : f.parameters) parameters.push_back(p.name + ": " + gdscript_type(p.type));
        const bool inner = f.name != "plan" && f.name != "pace";
        comment(f.comment);
        line(fmt::format("{}func {}{}({}) -> {}:", f.uses_state ? "" : "static ", inner ? "_" : "", f.name,
                         fmt::join(parameters, ", "), f.name == "plan" ? "Dictionary" : gdscript_type(f.result)));
        indent();
        statements(f.body);
        outdent();
        line();
    }

    Example example() const
    {
        static constexpr std::array<std::string_view, 3> readings{"", "clock()", "now, clock()"};
        const std::string call = fmt::format("game_loop.pace({})", readings[pace_parameters()]);
        return {.start      = fmt::format("var game_loop = preload(\"{}.gd\").new() # once", header_.order.name),
                .decide     = fmt::format("var plan = game_loop.plan(now - last{})",
                                      program_.asks_refresh() ? ", refresh_ns" : ""),
                .repeat     = "for i in range(plan.steps):",
                .if_tail    = "if plan.tail > 0.0:",
                .if_stepped = "if plan.steps > 0:",
                .close      = "",
                .end        = "",
                .wait       = {"var nap = " + call, "while nap != 0:", "    if nap > 0: OS.delay_usec(nap / 1000)",
                               "    nap = " + call}};
    }
};

} // namespace

std::unique_ptr<Printer> gdscript_printer(const Program& program, const HeaderData& header)
{
    return std::make_unique<GdscriptPrinter>(program, header);
}

} // namespace exporter
