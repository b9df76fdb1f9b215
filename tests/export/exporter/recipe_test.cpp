#include "export/exporter/recipe.hpp"
#include "loops.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

using namespace exporter;

namespace
{

Program put(const std::string& text, const Facts& facts = {})
{
    Program program = put_together(parse(text, "test"), facts);
    check(program);
    return program;
}

std::string refused_recipe(const std::string& text, const Facts& facts = {})
{
    try
    {
        put(text, facts);
    }
    catch (const std::logic_error& e)
    {
        return e.what();
    }
    return "";
}

// Returns a valid recipe with these lines in the body of plan.
std::string in_plan(const std::string& lines) { return "field steps\n" + lines + "\ngive steps = 1\n"; }

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
    add("overload", timestep::LoopOverload::names);
    add("pacer", timestep::LoopPacer::names);
    for (const timestep::Presentation p : timestep::all_presentations)
        all.insert(fmt::format("presentation/{}", name_of(p)));
    return all;
}

void add_uses(std::set<std::string>& used, const std::vector<Statement>& statements)
{
    for (const Statement& s : statements)
    {
        if (s.kind == Statement::Kind::use) used.insert(s.op);
        add_uses(used, s.body);
        add_uses(used, s.otherwise);
    }
}

} // namespace

TEST_CASE("every alternative of every axis has a recipe, and every recipe is used")
{
    std::set<std::string> wanted = alternatives();
    wanted.insert("loop");
    for (const auto& [name, recipe] : all_recipes()) add_uses(wanted, recipe);
    // A name with a blank ($) is no recipe itself: the axes fill in the blank.
    std::erase_if(wanted, [](const std::string& name) { return name.find('$') != name.npos; });
    std::set<std::string> there;
    for (const auto& [name, recipe] : all_recipes()) there.insert(std::string{name});
    for (const std::string& name : wanted)
        CHECK_MESSAGE(there.contains(name), "write the recipe ", name,
                      " (docs/add-an-alternative.md), then run: ctest --preset release -R '^exporter$'");
    for (const std::string& name : there)
        CHECK_MESSAGE(wanted.contains(name), "nothing uses the recipe ", name,
                      "; delete it, then run: ctest --preset release -R '^exporter$'");
}

TEST_CASE("the build embeds every recipe of the recipes' folder")
{
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator{"src/export/exporter/recipes"})
    {
        CHECK_MESSAGE(entry.path().extension() == ".loop", "rename ", entry.path().string(), " to NAME.loop");
        std::ifstream file{entry.path()};
        for (std::string line; std::getline(file, line);)
        {
            if (!line.starts_with("recipe ")) continue;
            CHECK_MESSAGE(all_recipes().contains(line.substr(7)), line, " in ", entry.path().string(),
                          " is not in this build; run: cmake --build --preset release --target test_exporter");
            ++count;
        }
    }
    CHECK(count == all_recipes().size()); // less if two files have a recipe of the same name
}

TEST_CASE("a blank becomes a number in code and a readable text in a comment")
{
    const Facts facts{{"limit", timestep::Nanos{250'000'000}}, {"share", 0.25}, {"n", std::int64_t{3}}};
    const Program p = put("const limit = $limit # $limit: longer is cut to $share\nstate ring[$n] = $n\n"
                          "field steps\ngive steps = limit",
                          facts);
    CHECK(p.constants.at(0).value.text == "250000000");
    CHECK(p.constants[0].comment == "250 ms: longer is cut to 0.25");
    CHECK(p.state.at(0).size == 3);
    CHECK(refused_recipe(in_plan("\nlet x = $other"), facts) == "test:3: nothing fills $other");
    CHECK(refused_recipe(in_plan("let x = 1 # $other"), facts) == "test:2: nothing fills $other");
    CHECK(refused_recipe("state ring[$share] = 0", facts) == "test:1: $share is no size of an array: 1 to 9999");
}

TEST_CASE("expressions of filled blanks are computed, and adding zero is left out")
{
    const Facts facts{{"a", std::int64_t{7}}, {"b", std::int64_t{2}}, {"none", std::int64_t{0}}};
    const auto value = [&](const std::string& text)
    { return put(in_plan("let c = 5\nlet x = " + text), facts).plan.at(1).declared.value; };
    CHECK(value("$a * $b / 4").text == "3");
    CHECK(value("$a % $b - 1").text == "0");
    CHECK(value("real($a)").text == "7.0");
    CHECK(value("$none + c").text == "c");
    CHECK(value("c + $none").text == "c");
    CHECK(value("0 - 1").text == "-"); // without a blank ($) the expression is kept
    CHECK(value("c * $none").text == "*");
    CHECK(refused_recipe(in_plan("let x = $a / $none"), facts) == "test:2: 7 / 0 does not work out");
    CHECK(refused_recipe(in_plan("let x = $b - $a"), facts) == "test:2: 2 - 7 does not work out");
    CHECK(refused_recipe(in_plan("let x = 9223372036854775807 * $b"), facts)
              .starts_with("test:2: 9223372036854775807 * 2"));
}

TEST_CASE("`when` selects statements and declarations while a loop is put together")
{
    const std::string text = in_plan("when $n == 1 {\n    state one = 1\n    let x = one\n} else when $n == 2 {\n"
                                     "    let x = 2\n} else {\n    let x = 3\n}");
    const auto taken       = [&](std::int64_t n) { return put(text, {{"n", n}}); };
    CHECK(taken(1).state.size() == 1);
    CHECK(taken(2).state.empty());
    CHECK(taken(2).plan.front().declared.value.text == "2");
    CHECK(taken(9).plan.front().declared.value.text == "3");
    CHECK(refused_recipe(in_plan("let a = 1\nwhen a == 1 {\n}")) ==
          "test:3: the condition of `when` is not known before the loop runs");
    CHECK(refused_recipe(in_plan("when $n {\n}"), {{"n", std::int64_t{1}}}) ==
          "test:2: the condition of `when` is not known before the loop runs");
}

TEST_CASE("`use` inserts another recipe, with its own blanks")
{
    const Facts facts{{"overload", std::string_view{"none"}}};
    const Program p = put(in_plan("let step = 3\nlet due = 9\nuse overload/$overload with earlier = 0"), facts);
    CHECK(p.plan.at(2).declared.name == "time");
    CHECK(p.plan[2].declared.value.text == "due");
    CHECK(refused_recipe(in_plan("use overload/nothing")) == "test:2: there is no recipe overload/nothing");
    CHECK(refused_recipe(in_plan("let step = 3\nlet due = 9\nuse overload/none")) ==
          "src/export/exporter/recipes/overload.loop:4: nothing fills $earlier");
}

TEST_CASE("`before give` adds statements at the end of plan, and consecutive `give` statements are joined")
{
    const Program p = put("field a\nfield b\nbefore give {\n    let last = $a\n}\nlet first = 1\ngive a = first\n"
                          "give b = last");
    REQUIRE(p.plan.size() == 3);
    CHECK(p.plan[1].declared.name == "last");
    CHECK(p.plan[1].declared.value.text == "first"); // $a is the value of the field a
    CHECK(p.plan[2].fields.size() == 2);
}

TEST_CASE("an invalid program is refused with its line")
{
    CHECK(refused_recipe(in_plan("let x = y")) == "test:2: nothing is called y");
    CHECK(refused_recipe(in_plan("let x = y(1)")) == "test:2: no helper above is called y");
    CHECK(refused_recipe(in_plan("let x = min(1)")) == "test:2: min takes 2 arguments");
    CHECK(refused_recipe(in_plan("let x = 1\nx = 2")) == "test:3: only a var and the state may change");
    CHECK(refused_recipe(in_plan("const x = 1\nx = 2")) == "test:3: only a var and the state may change");
    CHECK(refused_recipe(in_plan("let x = 1\nlet y = x[0]")) == "test:3: x is no array");
    CHECK(refused_recipe(in_plan("state x[2] = 0\nlet y = x")) == "test:3: x is an array");
    CHECK(refused_recipe(in_plan("var x = 1\nif x > 0 {\n    let y = 1\n}\nx = y")) == "test:6: nothing is called y");
    CHECK(refused_recipe(in_plan("let x[2] = 1")) == "test:2: only the state has arrays");
    CHECK(refused_recipe(in_plan("return 1")) == "test:2: plan gives, it does not return");
    CHECK(refused_recipe("state a = 2\nfn f(x) -> whole {\n    return a\n}") ==
          "test:3: a function that uses the state is a method");
    CHECK(refused_recipe("fn f(x) -> whole {\n    give x = 1\n}") == "test:2: only plan gives");
    CHECK(refused_recipe("field a\nfield b\ngive a = 1") == "test:3: the field b is to be given once");
    CHECK(refused_recipe("field a\ngive a = 1, b = 1") == "test:2: what is given is no field");
    CHECK(refused_recipe("field a\nlet b = 1") == "test:2: plan is to end with what it gives");
    for (const char* const twice :
         {"const a = 1\nstate a = 2", "state a = 2\nlet a = 1", "let a = 1\nlet a = 1",
          "state a = 2\nfn f(a) -> whole {\n    return 1\n}", "state a = 2\nfn a(b) -> whole {\n    return 1\n}"})
    {
        CAPTURE(std::string{twice});
        CHECK(refused_recipe(twice) == "test:2: two things are called a");
    }
}
