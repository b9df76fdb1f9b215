// Prints a loop in Rust 2021, as a module.
#include "export/exporter/printer.hpp"

#include <fmt/format.h>

#include <array>

namespace exporter
{

namespace
{

std::string rust_type(Type type)
{
    switch (type)
    {
    case Type::whole: return "i64";
    case Type::real: return "f64";
    case Type::single: return "f32";
    case Type::truth: return "bool";
    case Type::none: break;
    }
    return "()";
}

class RustPrinter final : public Printer
{
public:
    using Printer::Printer;

    Code print() override
    {
        top(example());
        fields();
        line();
        state();
        line();
        line("impl Default for Loop {");
        indent();
        line("fn default() -> Self {");
        indent();
        line("Self::new()");
        outdent();
        line("}");
        outdent();
        line("}");
        line();
        implementation();
        return taken();
    }

private:
    std::string spelled(Role role, const std::string& name) const override
    {
        switch (role)
        {
        case Role::constant: return "Self::" + upper(name);
        case Role::state: return "self." + name;
        case Role::helper:
        case Role::local: break;
        }
        return name;
    }
    std::string literal(const Expression& e) const override
    {
        return e.type == Type::whole ? grouped(e.text, '_') : e.text;
    }
    std::string cast(Type type, const Expression& of, int outer) const override
    {
        const std::string plain = fmt::format("{} as {}", text(of, 7), rust_type(type));
        return outer > 0 ? fmt::format("({})", plain) : plain;
    }
    std::string extreme(const std::string& min_or_max, const std::string& a, const std::string& b) const override
    {
        return fmt::format("i64::{}({}, {})", min_or_max, a, b);
    }
    std::string call(const Function& f, std::vector<std::string> arguments) const override
    {
        return (f.uses_state ? "self." : "Self::") + Printer::call(f, std::move(arguments));
    }
    std::string element(const std::string& array, const Expression& index) const override
    {
        const bool literal = index.kind == Expression::Kind::literal;
        return fmt::format("{}[{}{}]", array, text(index, literal ? 0 : 7), literal ? "" : " as usize");
    }
    std::string declared(const Declared& d, bool may_change) const override
    {
        return fmt::format("let {}{}: {} = {};", may_change ? "mut " : "", d.name, rust_type(d.type), text(d.value));
    }
    bool parenthesised_conditions() const override { return false; }
    void give(const std::vector<Declared>& fields) override
    {
        line();
        line("Plan {");
        indent();
        for (const Declared& d : fields)
        {
            const std::string value = text(d.value);
            line(value == d.name ? d.name + "," : fmt::format("{}: {},", d.name, value));
        }
        outdent();
        line("}");
    }

    std::string value(const Declared& d) const
    {
        return d.type == Type::single ? cast(Type::single, d.value, 0) : text(d.value);
    }
    std::string initial(const Declared& d) const
    {
        if (d.size == 0) return value(d);
        if (d.value.text != "index") return fmt::format("[{}; {}]", value(d), d.size);
        std::vector<std::size_t> elements;
        for (std::size_t i = 0; i < d.size; ++i) elements.push_back(i);
        return fmt::format("[{}]", fmt::join(elements, ", "));
    }

    void fields()
    {
        line("#[derive(Clone, Copy, Debug, Default, PartialEq)]");
        line("pub struct Plan {");
        indent();
        for (const Declared& d : program_.fields)
            line(fmt::format("pub {}: {},", d.name, rust_type(d.type)), d.comment);
        outdent();
        line("}");
    }

    void state()
    {
        line("#[derive(Clone, Debug)]");
        line("pub struct Loop {");
        indent();
        for (const Declared& d : program_.state)
            line(fmt::format("{}: {},", d.name,
                             d.size > 0 ? fmt::format("[{}; {}]", rust_type(d.type), d.size) : rust_type(d.type)),
                 d.comment);
        outdent();
        line("}");
    }

    void implementation()
    {
        line("impl Loop {");
        indent();
        for (const Declared& d : program_.constants)
            line(fmt::format("pub const {}: {} = {};", upper(d.name), rust_type(d.type), value(d)), d.comment);
        line();
        line("pub fn new() -> Self {");
        indent();
        line("Loop {");
        indent();
        for (const Declared& d : program_.state) line(fmt::format("{}: {},", d.name, initial(d)));
        outdent();
        line("}");
        outdent();
        line("}");
        line();
        function(plan(), "pub fn");
        if (pace() != nullptr) function(*pace(), "pub fn");
        for (const Function& f : program_.helpers)
            if (f.name != "pace") function(f, "fn");
        outdent();
        line("}");
    }

    void function(const Function& f, std::string_view opening)
    {
        std::vector<std::string> parameters;
        if (f.uses_state) parameters.emplace_back("&mut self");
        for (const Declared& p : f.parameters) parameters.push_back(p.name + ": " + rust_type(p.type));
        const std::string result = f.name == "plan"         ? " -> Plan"
                                   : f.result == Type::none ? ""
                                                            : " -> " + rust_type(f.result);
        comment(f.comment);
        line(fmt::format("{} {}({}){} {{", opening, f.name, fmt::join(parameters, ", "), result));
        indent();
        statements(f.body);
        outdent();
        line("}");
        line();
    }

    Example example() const
    {
        static constexpr std::array<std::string_view, 3> readings{"", "clock()", "now, clock()"};
        return {.start      = fmt::format("let mut game_loop = {}::Loop::new(); // once", header_.order.name),
                .decide     = fmt::format("let plan = game_loop.plan(now - last{});",
                                      program_.asks_refresh() ? ", refresh_ns" : ""),
                .repeat     = "for _ in 0..plan.steps {",
                .if_tail    = "if plan.tail > 0.0 {",
                .if_stepped = "if plan.steps > 0 {",
                .wait       = {"loop {", fmt::format("    match game_loop.pace({}) {{", readings[pace_parameters()]),
                               "        0 => break,", "        nap if nap > 0 => sleep(nap),",
                               "        _ => std::hint::spin_loop(),", "    }", "}"}};
    }
};

} // namespace

std::unique_ptr<Printer> rust_printer(const Program& program, const HeaderData& header)
{
    return std::make_unique<RustPrinter>(program, header);
}

} // namespace exporter
