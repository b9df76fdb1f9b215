// export/exporter/recipe.hpp -- puts a loop together in the notation, from the recipes of its axes
//
// recipes/<axis>/<name>.loop describes one alternative of an axis. recipes/loop.loop combines the axes. recipes/shared/
// has parts that several recipes use. The build embeds all these files.
#pragma once

#include "export/exporter/notation.hpp"
#include "timestep/loop.hpp"

#include <map>

namespace exporter
{

/// The value that fills a blank of a recipe: as code, and as text in a comment.
struct Fact
{
    Fact(std::int64_t number);
    Fact(timestep::Nanos time);
    Fact(double number);
    Fact(bool truth);
    /// A name in the program, or the name of a recipe.
    Fact(std::string_view name);

    Expression code;
    std::string text; ///< the value in a comment, for readers: "250 ms"
};
using Facts = std::map<std::string, Fact, std::less<>>;

/// Returns everything that a recipe may ask about a loop: the alternatives on its axes ($filter), their knobs with the
/// names of `--set` ($filter.n), and values computed from them.
Facts facts_of(const timestep::Loop& loop);

/// Returns the parsed files of recipes/ by name: "stepper/cute". Throws if a file is not in the notation.
const std::map<std::string_view, Recipe>& all_recipes();

/// Fills the blanks of a recipe and inserts the recipes that it uses. Throws with the line of the recipe if that is not
/// possible.
Program put_together(const Recipe& recipe, const Facts& facts);

/// Returns the whole program of `loop` at its start: plan(frame_ns), and pace(...) if its pacer waits on a clock.
Program program_of(const timestep::Loop& loop);

/// Returns the statements with which a loop of that presentation draws. `alpha` and `dt` are the names of the plan's
/// values.
std::vector<Statement> drawing_of(timestep::Presentation presentation, std::string_view alpha, std::string_view dt);

} // namespace exporter
