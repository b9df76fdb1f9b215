#include "lab_program.hpp"
#include "thorough.hpp"

TEST_CASE("lesson --all runs every lesson and prints each assertion with its value" * doctest::skip(is_sanitized))
{
    const Ran ran = run_lab("lesson --all");
    CAPTURE(ran.err);
    CHECK(ran.code == 0);
    CHECK(ran.out.find("fifty-on-sixty") != std::string::npos);
    CHECK(ran.out.find("FAILED") == std::string::npos);
    CHECK(ran.out.find("assertions hold") != std::string::npos);
}

TEST_CASE("lesson NAME prints the question, the assertions and the explanation with its numbers")
{
    const Ran ran = run_lab("lesson fifty-on-sixty");
    CHECK(ran.code == 0);
    CHECK(ran.out.find("* 2. One in six") != std::string::npos);
    CHECK(ran.out.find("holds   latest.multi_step_share == 0") != std::string::npos);
    CHECK(ran.out.find("off by 5.556 ms") != std::string::npos);
    CHECK(ran.out.find("believed: One in sixty\n  holds   belief.zero_step_share == 1 / 60") != std::string::npos);
    CHECK(ran.out.find("excluded: An accumulator without interpolation stutters at every step rate") !=
          std::string::npos);
}

TEST_CASE("a failed assertion is printed, with exit code 1")
{
    const Scratch scratch;
    const std::string file = scratch.file("mine.toml", R"(
title = "Mine"
watch = "It."
question = "?"
answers = ["a"]
right = 1
frames = 50
assert = ["fixed.speed == 3", "fixed.steps == 50"]
explanation = "none"
[[lane]]
loop = "fixed"
)");
    const Ran ran          = run_lab("lesson " + file);
    CHECK(ran.code == 1);
    CHECK(ran.out.find("FAILED  fixed.speed == 3") != std::string::npos);
    CHECK(ran.out.find("holds   fixed.steps == 50") != std::string::npos);
    CHECK(ran.out.find("1 of 2 assertions hold") != std::string::npos);
    CHECK(ran.err.empty());
}

TEST_CASE("a belief that does not behave as its answer says fails the lesson")
{
    const Scratch scratch;
    const std::string file = scratch.file("mine.toml", R"(
title = "Mine"
watch = "It."
question = "?"
answers = ["Slow", "Fast"]
right = 1
frames = 50
assert = ["fixed.steps == 50"]
explanation = "none"
[[lane]]
loop = "fixed"
[[belief]]
answer = 2
lane = "fixed"
shows = "belief.speed > 1.5"
)");
    const Ran ran          = run_lab("lesson " + file);
    CHECK(ran.code == 1);
    CHECK(ran.out.find("believed: Fast\n  FAILED  belief.speed > 1.5") != std::string::npos);
    CHECK(ran.out.find("1 of 2 assertions hold") != std::string::npos);
}

TEST_CASE("lesson refuses unknown names and files")
{
    check_refused("lesson fifty-on-sixy", "did you mean 'fifty-on-sixty'?");
    check_refused("lesson", "NAME or --all");
    check_refused("lesson fifty-on-sixty --all", "NAME or --all");
    check_refused("lesson no-such-file.toml", "no-such-file.toml: cannot be read");
}
