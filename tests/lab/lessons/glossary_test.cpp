#include "lab/lessons/glossary.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace lab;

namespace
{
std::string name_at(std::string_view text, std::string_view word)
{
    const Term* term = term_at(text, text.find(word));
    return term == nullptr ? "" : term->names.front();
}
} // namespace

TEST_CASE("every entry of the glossary has a text and unique names")
{
    std::vector<std::string> names;
    for (const Term& term : glossary())
    {
        REQUIRE_FALSE(term.names.empty());
        CHECK(term.text.size() > 20);
        CHECK(term.text.find('*') == std::string::npos);
        names.insert(names.end(), term.names.begin(), term.names.end());
    }
    CHECK(names.size() > 45);
    std::ranges::sort(names);
    CHECK(std::ranges::adjacent_find(names) == names.end());
}

TEST_CASE("a term is found in a text as a whole word in any case, and the longest term wins")
{
    CHECK(name_at("the Ticks of both", "Ticks") == "step");
    CHECK(name_at("a spiral of death begins", "of") == "spiral of death");
    CHECK(name_at("SPIRAL OF DEATH 0.83x", "DEATH") == "spiral of death");
    CHECK(name_at("the animation error is 5", "error") == "animation error");
    CHECK(name_at("a stepping stone", "stepping").empty());
    CHECK(name_at("nothing to see", "see").empty());
    CHECK(name_at("a reference motion", "motion") == "reference motion");
}

TEST_CASE("the terms of a text are returned once each, in its order")
{
    const auto all = terms_in("33 ms of each frame are dropped; the next frame carries on, and drift grows");
    REQUIRE(all.size() == 3);
    CHECK(all[0]->names.front() == "frame");
    CHECK(all[1]->names.front() == "dropped");
    CHECK(all[2]->names.front() == "speed");
    CHECK(terms_in("").empty());
}
