// export/exporter/recipe.hpp -- a loop in the notation, put together from the recipes of its axes
//
// recipes/<axis>/<name>.loop tells how that alternative of an axis works, recipes/loop.loop how the axes work together,
// recipes/shared/ what several have in common. The build embeds them all.
#pragma once

#include "export/exporter/notation.hpp"
#include "timestep/loop.hpp"

#include <map>

namespace exporter
{

/// What fills a blank.
struct Fact
{
    Fact(std::int64_t number);
    Fact(timestep::Nanos time);
    Fact(double number);
    Fact(bool truth);
    /// A name in the program, or of a recipe.
    Fact(std::string_view name);

    Expression code;
    std::string text; ///< in a comment, for people: "250 ms"
};
using Facts = std::map<std::string, Fact, std::less<>>;

/// All that a recipe may ask about a loop: what is chosen on its axes ($filter), their knobs as `--set` names them
/// ($filter.n), and what follows from them.
Facts facts_of(const timestep::Loop& loop);

/// The files of recipes/, each by its name: "stepper/cute". Throws where one is not in the notation.
const std::map<std::string_view, Recipe>& all_recipes();

/// A recipe with its blanks filled and what it uses in its place. Throws, with the line, where that cannot be.
Program put_together(const Recipe& recipe, const Facts& facts);

/// The whole of `loop`, at its start: plan(frame_ns), and pace(...) where its pacer waits on a clock.
Program program_of(const timestep::Loop& loop);

/// How such a loop draws, with what plan says in these words.
std::vector<Statement> drawing_of(timestep::Presentation presentation, std::string_view alpha, std::string_view dt);

} // namespace exporter
