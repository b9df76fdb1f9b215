#include "exporter/notation.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <stdexcept>

using namespace exporter;
using SKind = Statement::Kind;

namespace
{
// With every operation in parentheses.
std::string shown(const Expression& e)
{
    if (e.kind == Expression::Kind::unary) return fmt::format("({}{})", e.text, shown(e.parts[0]));
    if (e.kind == Expression::Kind::binary)
        return fmt::format("({}{}{})", shown(e.parts[0]), e.text, shown(e.parts[1]));
    std::string text = e.text;
    if (e.kind == Expression::Kind::call)
        for (const Expression& part : e.parts) text += fmt::format(" {}", shown(part));
    if (e.kind == Expression::Kind::index) text += fmt::format("[{}]", shown(e.parts[0]));
    return text;
}

std::string value_of(const std::string& expression)
{
    return shown(parse("let x = " + expression).plan.at(0).declared.value);
}
} // namespace

TEST_CASE("operators bind as in C, and to the left")
{
    CHECK(value_of("a + b * c - d") == "((a+(b*c))-d)");
    CHECK(value_of("a - b - c") == "((a-b)-c)");
    CHECK(value_of("a / b % c") == "((a/b)%c)");
    CHECK(value_of("a || b && c < d + 1") == "(a||(b&&(c<(d+1))))");
    CHECK(value_of("!a && -b >= c") == "((!a)&&((-b)>=c))");
    CHECK(value_of("(a + b) * c") == "((a+b)*c)");
    CHECK(value_of("max(a, ring[i + 1])") == "max a ring[(i+1)]");
    CHECK(value_of("1e-6 - 1.5") == "(1e-6-1.5)");
}

TEST_CASE("a text is taken apart into constants, state, helpers, fields and the body of plan")
{
    const Program p = parse(R"(
const limit = 250 # why
state ring[4] = index
state open: truth = true
field alpha: real # what
method wait(a, b: real) -> whole { # says
    if a > 1 {
        return 0
    } else if open {
        ring[0] += 1
    } else {
        open = false
    }
    while a < 3 {
        wait(a, b)
    }
    return a
}
# a remark
let x = 3
give alpha = b, steps = x
)");
    CHECK(p.constants.at(0).name == "limit");
    CHECK(p.constants[0].comment == "why");
    CHECK(p.state.at(0).size == 4);
    CHECK(p.state.at(1).type == Type::truth);
    CHECK(p.fields.at(0).type == Type::real);
    const Function& f = *p.find("wait");
    CHECK(f.uses_state);
    CHECK(f.comment == "says");
    CHECK(f.result == Type::whole);
    CHECK(f.parameters.at(1).type == Type::real);
    REQUIRE(f.body.size() == 3);
    CHECK(f.body[0].otherwise.at(0).otherwise.at(0).kind == SKind::assign);
    CHECK(f.body[1].body.at(0).kind == SKind::call);
    const auto& give = p.plan.back();
    CHECK(give.fields.at(1).name == "steps");
    CHECK(p.find("nothing") == nullptr);
}

TEST_CASE("what is not in the notation is refused, and so is a name that means two things")
{
    for (const char* const wrong : {"let x", "let x = ", "let x: int = 3", "if a", "if a {", "}", "let x = (3",
                                    "x == 3", "let x = 3 4", "let x = @", "fn f( {", "give a", "while a {\nlet b = 1"})
    {
        CAPTURE(std::string{wrong});
        CHECK_THROWS_AS(parse(wrong), std::logic_error);
    }
    CHECK_THROWS_AS(parse("const a = 1\nstate a = 2"), std::logic_error);
    CHECK_THROWS_AS(parse("state a = 2\nlet a = 1"), std::logic_error);
    CHECK_THROWS_AS(parse("state a = 2\nfn f(a) -> whole {\n    return 1\n}"), std::logic_error);
}
