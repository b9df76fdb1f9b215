#include "export/exporter/code_template.hpp"
#include "export/exporter/exporter.hpp"
#include "export/exporter/template_parser.hpp"
#include "loops.hpp"
#include "scratch.hpp"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

using namespace exporter;
using StatementKind = Statement::Kind;

namespace
{

Program put(const std::string& text, const PlaceholderValues& facts = {})
{
    return expand_code_template(parse_code_template(text, "test"), facts);
}

// Returns the error that `what` throws; empty if there is none.
std::string error_of(auto what)
{
    try
    {
        what();
    }
    catch (const std::logic_error& e)
    {
        return e.what();
    }
    return "";
}

std::string refused_template(const std::string& text, const PlaceholderValues& facts = {})
{
    return error_of([&] { put(text, facts); });
}

// A valid template with these lines in the body of plan.
std::string in_plan(const std::string& lines) { return "field steps\n" + lines + "\nset steps = 1\n"; }

// Returns "axis/name" for every alternative of every axis in the library.
std::set<std::string> alternatives()
{
    std::set<std::string> all;
    const auto add = [&](std::string_view axis, const auto& names)
    {
        for (const std::string_view name : names) all.insert(fmt::format("{}/{}", axis, name));
    };
    add("filter", timestep::LoopFilter::names);
    add("stepper", timestep::LoopStepper::names);
    add("overload", timestep::LoopOverloadPolicy::names);
    add("pacer", timestep::LoopPacer::names);
    for (const timestep::Presentation p : timestep::all_presentations)
        all.insert(fmt::format("presentation/{}", name_of(p)));
    for (const NonLoopGamePart& part : all_non_loop_game_parts) all.insert(fmt::format("part/{}", part.name));
    return all;
}

void add_uses(std::set<std::string>& used, const std::vector<Statement>& statements)
{
    for (const Statement& s : statements)
    {
        if (s.kind == Statement::Kind::insert_template)
        {
            used.insert(s.template_name);
            for (const Declaration& argument : s.declarations) // shared/set-rate inserts rate-change/$change
                if (argument.name == "change") used.insert(fmt::format("rate-change/{}", argument.value.text));
        }
        add_uses(used, s.body);
        add_uses(used, s.else_body);
    }
}

// The expression with parentheses around every operation.
std::string shown(const Expression& e)
{
    if (e.kind == Expression::Kind::unary) return fmt::format("({}{})", e.text, shown(e.operands[0]));
    if (e.kind == Expression::Kind::binary)
        return fmt::format("({}{}{})", shown(e.operands[0]), e.text, shown(e.operands[1]));
    std::string text = e.text;
    if (e.kind == Expression::Kind::call)
        for (const Expression& operand : e.operands) text += fmt::format(" {}", shown(operand));
    if (e.kind == Expression::Kind::index) text += fmt::format("[{}]", shown(e.operands[0]));
    return text;
}

std::string value_of(const std::string& expression)
{
    return shown(parse_code_template("let x = " + expression, "test").at(0).declaration.value);
}

std::string refusal_of(const std::string& text)
{
    return error_of([&] { parse_code_template(text, "a.loop"); });
}

} // namespace

TEST_CASE("every alternative of every axis has a template, and every template is used")
{
    std::set<std::string> wanted = alternatives();
    wanted.insert({"loop", "pacer-rate/none", "pacer-rate/schedule", "pacer-rate/period", "pacer-rate/millis"});
    for (const auto& [name, code_template] : all_code_templates()) add_uses(wanted, code_template);
    // A name with a blank ($) is no template itself: the axes fill in the blank.
    std::erase_if(wanted, [](const std::string& name) { return name.find('$') != name.npos; });
    std::set<std::string> there;
    for (const auto& [name, code_template] : all_code_templates()) there.insert(std::string{name});
    for (const std::string& name : wanted)
        CHECK_MESSAGE(there.contains(name), "write the template ", name,
                      " (docs/add-an-alternative.md), then run: ctest --preset release -R '^exporter$'");
    for (const std::string& name : there)
        CHECK_MESSAGE(wanted.contains(name), "nothing uses the template ", name,
                      "; delete it, then run: ctest --preset release -R '^exporter$'");
}

TEST_CASE("the build embeds every template of the templates' folder")
{
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator{"src/export/exporter/templates"})
    {
        CHECK_MESSAGE(entry.path().extension() == ".loop", "rename ", entry.path().string(), " to NAME.loop");
        for (const std::string& line : lines_of(text_of(entry.path())))
        {
            if (!line.starts_with("template ")) continue;
            CHECK_MESSAGE(all_code_templates().contains(line.substr(std::string_view{"template "}.size())), line,
                          " in ", entry.path().string(),
                          " is not in this build; run: cmake --build --preset release --target test_exporter");
            ++count;
        }
    }
    CHECK(count == all_code_templates().size()); // less if two files have a template of the same name
}

TEST_CASE("a blank becomes a number in code and a readable text in a comment")
{
    const PlaceholderValues facts{{"limit", timestep::Nanos{250'000'000}}, {"share", 0.25}, {"n", std::int64_t{3}}};
    const Program p = put("const limit = $limit # $limit: longer is cut to $share\nstate ring[$n] = $n\n"
                          "field steps\nset steps = limit",
                          facts);
    CHECK(p.constants.at(0).value.text == "250000000");
    CHECK(p.constants[0].comment == "250 ms: longer is cut to 0.25");
    CHECK(p.state.at(0).array_size == 3);
    CHECK(refused_template(in_plan("\nlet x = $other"), facts) == "test:3: $other has no value");
    CHECK(refused_template(in_plan("let x = 1 # $other"), facts) == "test:2: $other has no value");
    CHECK(refused_template("state ring[$share] = 0", facts) == "test:1: $share is not an array size from 1 to 9999");
}

TEST_CASE("expressions of filled blanks are computed, and adding zero is left out")
{
    const PlaceholderValues facts{{"a", std::int64_t{7}}, {"b", std::int64_t{2}}, {"none", std::int64_t{0}}};
    const auto value = [&](const std::string& text)
    { return put(in_plan("let c = 5\nlet x = " + text), facts).plan_body.at(1).declaration.value; };
    CHECK(value("$a * $b // 4").text == "3");
    CHECK(value("$a % $b - 1").text == "0");
    CHECK(value("real($a)").text == "7.0");
    CHECK(value("$none + c").text == "c");
    CHECK(value("c + $none").text == "c");
    CHECK(value("0 - 1").text == "-"); // without a blank ($) the expression is kept
    CHECK(value("c * $none").text == "*");
    CHECK(refused_template(in_plan("let x = $a // $none"), facts) == "test:2: 7 // 0 has no valid result");
    CHECK(refused_template(in_plan("let x = $a / $b"), facts) == "test:2: 7 / 2 has no valid result");
    CHECK(refused_template(in_plan("let x = $b - $a"), facts) == "test:2: 2 - 7 has no valid result");
    CHECK(refused_template(in_plan("let x = 9223372036854775807 * $b"), facts)
              .starts_with("test:2: 9223372036854775807 * 2"));
}

TEST_CASE("`when` selects statements and declarations while a loop is put together")
{
    const std::string text = in_plan("when $n == 1 {\n    state one = 1\n    let x = one\n} else when $n == 2 {\n"
                                     "    let x = 2\n} else {\n    let x = 3\n}");
    const auto taken = [&](std::int64_t n) { return put(text, {{"n", n}}); };
    CHECK(taken(1).state.size() == 1);
    CHECK(taken(2).state.empty());
    CHECK(taken(2).plan_body.front().declaration.value.text == "2");
    CHECK(taken(9).plan_body.front().declaration.value.text == "3");
    CHECK(refused_template(in_plan("let a = 1\nwhen a == 1 {\n}")) ==
          "test:3: the condition of `when` is not known before the loop runs");
    CHECK(refused_template(in_plan("when $n {\n}"), {{"n", std::int64_t{1}}}) ==
          "test:2: the condition of `when` is not known before the loop runs");
}

TEST_CASE("`use` inserts another template, with its own blanks")
{
    const PlaceholderValues facts{{"overload", std::string_view{"none"}}};
    const Program p = put(in_plan("let step = 3\nlet due = 9\nuse overload/$overload with earlier = 0"), facts);
    CHECK(p.plan_body.at(2).declaration.name == "time");
    CHECK(p.plan_body[2].declaration.value.text == "due");
    CHECK(refused_template(in_plan("use overload/nothing")) == "test:2: there is no template overload/nothing");
    CHECK(refused_template(in_plan("let step = 3\nlet due = 9\nuse overload/none")) ==
          "src/export/exporter/templates/overload.loop:5: $earlier has no value");
}

TEST_CASE("`before set` adds statements at the end of plan, and consecutive `set` statements are joined")
{
    const Program p = put("field a\nfield b\nbefore set {\n    let last = $a\n}\nlet first = 1\nset a = first\n"
                          "set b = last");
    REQUIRE(p.plan_body.size() == 3);
    CHECK(p.plan_body[1].declaration.name == "last");
    CHECK(p.plan_body[1].declaration.value.text == "first"); // $a is the value of the field a
    CHECK(p.plan_body[2].declarations.size() == 2);
}

TEST_CASE("operators have the precedence of C and group from the left")
{
    CHECK(value_of("a + b * c - d") == "((a+(b*c))-d)");
    CHECK(value_of("a - b - c") == "((a-b)-c)");
    CHECK(value_of("a // b % c / d") == "(((a//b)%c)/d)");
    CHECK(value_of("a || b && c < d + 1") == "(a||(b&&(c<(d+1))))");
    CHECK(value_of("!a && -b >= c") == "((!a)&&((-b)>=c))");
    CHECK(value_of("(a + b) * c") == "((a+b)*c)");
    CHECK(value_of("max(a, ring[i + 1])") == "max a ring[(i+1)]");
    CHECK(value_of("1e-6 - 1.5") == "(1e-6-1.5)");
}

TEST_CASE("a template is parsed into its declarations and the body of plan")
{
    const CodeTemplate r = parse_code_template(R"(
# for the reader of the template
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

set alpha = b, steps = x
)",
                                               "test");
    REQUIRE(r.size() == 8);
    CHECK(r[0].declaration.name == "limit");
    CHECK(r[0].declaration.comment == "why");
    CHECK(r[0].location.line == 3);
    CHECK(r[1].declaration.array_size == 4);
    CHECK(r[2].declaration.type == Type::boolean);
    CHECK(r[3].declaration.type == Type::float64);
    const Statement& f = r[4];
    CHECK(f.is_method);
    CHECK(f.comment == "says");
    CHECK(f.declaration.type == Type::integer);
    CHECK(f.declarations.at(1).type == Type::float64);
    REQUIRE(f.body.size() == 3);
    CHECK(f.body[0].else_body.at(0).else_body.at(0).kind == StatementKind::assign);
    CHECK(f.body[1].body.at(0).kind == StatementKind::call);
    CHECK(r[6].kind ==
          StatementKind::blank_line); // a blank line between two statements is kept; around declarations it is not
    CHECK(r[7].declarations.at(1).name == "steps");
}

TEST_CASE("a text that is not in the notation is refused with its line and what was expected")
{
    CHECK(refusal_of("let x") == "a.loop:1: expected = at the end");
    CHECK(refusal_of("let x = ") == "a.loop:1: expected a value at the end");
    CHECK(refusal_of("\n# a\nlet x: int = 3") == "a.loop:3: expected whole, real, single or truth at 'int = 3'");
    CHECK(refusal_of("if a") == "a.loop:1: expected { at the end");
    CHECK(refusal_of("if a {\nlet b = 1") == "a.loop:2: expected } at the end");
    CHECK(refusal_of("let a = 1\n}") == "a.loop:2: there is no open block to close");
    CHECK(refusal_of("let x = (3") == "a.loop:1: expected ) at the end");
    CHECK(refusal_of("x == 3") == "a.loop:1: expected =, += or -= at the end");
    CHECK(refusal_of("let x = 3 4") == "a.loop:1: expected the end of the line at '4'");
    CHECK(refusal_of("let x = @") == "a.loop:1: expected a value at '@'");
    CHECK(refusal_of("let X = 1") == "a.loop:1: expected a name at 'X = 1'");
    CHECK(refusal_of("let x = 12ab") == "a.loop:1: '12ab' is not a number");
    CHECK(refusal_of("let x = 010") == "a.loop:1: '010' is not a number");
    CHECK(refusal_of("let x = 9223372036854775808") == "a.loop:1: '9223372036854775808' is not a number");
    CHECK(refusal_of("fn f( {") == "a.loop:1: expected a name at '{'");
    CHECK(refusal_of("set a") == "a.loop:1: expected = at the end");
    CHECK(refusal_of("use") == "a.loop:1: expected the name of a template at the end");
    CHECK(refusal_of("if a {\nconst b = 1\n}") == "a.loop:2: expected =, += or -= at 'b = 1'");
    CHECK(refusal_of("state a[0] = 1") == "a.loop:1: '0' is not an array size from 1 to 9999");
    CHECK(refusal_of("while a { let b = 1") == "a.loop:1: expected the end of the line at 'let b = 1'");
}

TEST_CASE("a file has several templates, each after its name")
{
    const auto all =
        parse_code_templates("# about\n\ntemplate a/b # why\nlet x = 1\n\ntemplate c\n# nothing\n", "a.loop");
    REQUIRE(all.size() == 2);
    CHECK(all.at("a/b").size() == 1); // the blank line before the next template belongs to none
    CHECK(all.at("a/b")[0].location.line == 4);
    CHECK(all.at("c").empty());
    const auto refused = [](std::string_view text) { return error_of([&] { parse_code_templates(text, "a.loop"); }); };
    CHECK(refused("let x = 1") == "a.loop:1: a template begins with the line: template NAME");
    CHECK(refused("template a\nif b {\ntemplate c\n}") == "a.loop:3: expected } at 'template c'");
    CHECK(refused("template a\ntemplate a\n") == "a.loop:2: two templates have the name a");
}

TEST_CASE("nesting and line length are limited")
{
    const std::string parentheses = "a.loop:1: parentheses are nested too deeply";
    CHECK(refusal_of("let x = " + repeated("(", 60) + "1" + repeated(")", 60)).empty());
    CHECK(refusal_of("let x = " + repeated("(", 70) + "1" + repeated(")", 70)) == parentheses);
    CHECK(refusal_of("let x = " + repeated("-", 70) + "1") == parentheses);
    CHECK(refusal_of("let x = " + repeated("max(", 70)) == parentheses);
    CHECK(refusal_of(repeated("if a {\n", 70)) == "a.loop:65: blocks are nested too deeply");
    CHECK(refusal_of("if a {\n" + repeated("} else if a {\n", 70) + "}") == "a.loop:65: blocks are nested too deeply");
    CHECK(refusal_of("let x = 1" + repeated(" + 1", 400)) == "a.loop:1: this line is too long");
}
