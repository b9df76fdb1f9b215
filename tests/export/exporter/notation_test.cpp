#include "export/exporter/notation.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <stdexcept>

using namespace exporter;
using SKind = Statement::Kind;

namespace
{
// Returns the expression with parentheses around every operation.
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
    return shown(parse("let x = " + expression, "test").at(0).declared.value);
}
} // namespace

TEST_CASE("operators have the precedence of C and group from the left")
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

TEST_CASE("a recipe is parsed into its declarations and the body of plan")
{
    const Recipe r = parse(R"(
# for the reader of the recipe
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
let x = 3

give alpha = b, steps = x
)",
                           "test");
    REQUIRE(r.size() == 8);
    CHECK(r[0].declared.name == "limit");
    CHECK(r[0].declared.comment == "why");
    CHECK(r[0].place.line == 3);
    CHECK(r[1].declared.size == 4);
    CHECK(r[2].declared.type == Type::truth);
    CHECK(r[3].declared.type == Type::real);
    const Statement& f = r[4];
    CHECK(f.op == "method");
    CHECK(f.comment == "says");
    CHECK(f.declared.type == Type::whole);
    CHECK(f.fields.at(1).type == Type::real);
    REQUIRE(f.body.size() == 3);
    CHECK(f.body[0].otherwise.at(0).otherwise.at(0).kind == SKind::assign);
    CHECK(f.body[1].body.at(0).kind == SKind::call);
    CHECK(r[6].kind == SKind::blank); // a blank line between two statements is kept; around declarations it is not
    CHECK(r[7].fields.at(1).name == "steps");
}

namespace
{
std::string refusal_of(const std::string& text)
{
    try
    {
        parse(text, "a.loop");
    }
    catch (const std::logic_error& e)
    {
        return e.what();
    }
    return "";
}
} // namespace

TEST_CASE("a text that is not in the notation is refused with its line and what was expected")
{
    CHECK(refusal_of("let x") == "a.loop:1: expected = at the end");
    CHECK(refusal_of("let x = ") == "a.loop:1: expected a value at the end");
    CHECK(refusal_of("\n# a\nlet x: int = 3") == "a.loop:3: expected whole, real, single or truth at 'int = 3'");
    CHECK(refusal_of("if a") == "a.loop:1: expected { at the end");
    CHECK(refusal_of("if a {\nlet b = 1") == "a.loop:2: expected } at the end");
    CHECK(refusal_of("let a = 1\n}") == "a.loop:2: nothing is open that could be closed here");
    CHECK(refusal_of("let x = (3") == "a.loop:1: expected ) at the end");
    CHECK(refusal_of("x == 3") == "a.loop:1: expected =, += or -= at the end");
    CHECK(refusal_of("let x = 3 4") == "a.loop:1: expected the end of the line at '4'");
    CHECK(refusal_of("let x = @") == "a.loop:1: expected a value at '@'");
    CHECK(refusal_of("let X = 1") == "a.loop:1: expected a name at 'X = 1'");
    CHECK(refusal_of("let x = 12ab") == "a.loop:1: '12ab' is no number");
    CHECK(refusal_of("let x = 010") == "a.loop:1: '010' is no number");
    CHECK(refusal_of("let x = 9223372036854775808") == "a.loop:1: '9223372036854775808' is no number");
    CHECK(refusal_of("fn f( {") == "a.loop:1: expected a name at '{'");
    CHECK(refusal_of("give a") == "a.loop:1: expected = at the end");
    CHECK(refusal_of("use") == "a.loop:1: expected the name of a recipe at the end");
    CHECK(refusal_of("if a {\nconst b = 1\n}") == "a.loop:2: expected =, += or -= at 'b = 1'");
    CHECK(refusal_of("state a[0] = 1") == "a.loop:1: '0' is no size of an array: 1 to 9999");
    CHECK(refusal_of("while a { let b = 1") == "a.loop:1: expected the end of the line at 'let b = 1'");
}

TEST_CASE("a file has several recipes, each after its name")
{
    const auto all = parse_recipes("# about\n\nrecipe a/b # why\nlet x = 1\n\nrecipe c\n# nothing\n", "a.loop");
    REQUIRE(all.size() == 2);
    CHECK(all.at("a/b").size() == 1); // the blank line before the next recipe belongs to none
    CHECK(all.at("a/b")[0].place.line == 4);
    CHECK(all.at("c").empty());
    const auto refused = [](std::string_view text)
    {
        try
        {
            parse_recipes(text, "a.loop");
        }
        catch (const std::logic_error& e)
        {
            return std::string{e.what()};
        }
        return std::string{};
    };
    CHECK(refused("let x = 1") == "a.loop:1: a recipe begins with the line: recipe NAME");
    CHECK(refused("recipe a\nif b {\nrecipe c\n}") == "a.loop:3: expected } at 'recipe c'");
    CHECK(refused("recipe a\nrecipe a\n") == "a.loop:2: two recipes are called a");
}

TEST_CASE("nesting and line length are limited")
{
    const auto times = [](std::size_t n, const std::string& text)
    {
        std::string all;
        for (std::size_t i = 0; i < n; ++i) all += text;
        return all;
    };
    const std::string parentheses = "a.loop:1: too many parentheses inside one another";
    CHECK(refusal_of("let x = " + times(60, "(") + "1" + times(60, ")")).empty());
    CHECK(refusal_of("let x = " + times(70, "(") + "1" + times(70, ")")) == parentheses);
    CHECK(refusal_of("let x = " + times(70, "-") + "1") == parentheses);
    CHECK(refusal_of("let x = " + times(70, "max(")) == parentheses);
    CHECK(refusal_of(times(70, "if a {\n")) == "a.loop:65: too many blocks inside one another");
    CHECK(refusal_of("if a {\n" + times(70, "} else if a {\n") + "}") ==
          "a.loop:65: too many blocks inside one another");
    CHECK(refusal_of("let x = 1" + times(400, " + 1")) == "a.loop:1: this line is too long");
}
