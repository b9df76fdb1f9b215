// export/exporter/recipe.hpp -- puts a loop together from recipes: files that each describe a part of a loop
//
// recipes/<axis>/<name>.loop describes one alternative of an axis. recipes/loop.loop combines the axes. recipes/shared/
// has parts that several recipes use. The build embeds all these files in the program.
#pragma once

#include "export/exporter/notation.hpp"
#include "timestep/loop.hpp"

#include <map>

namespace exporter
{

/// The value of a placeholder in a recipe (a file with a part of a loop), as code and as text for a comment.
struct Fact
{
    Fact(std::int64_t number);
    Fact(timestep::Nanos time);
    Fact(double number);
    Fact(bool truth);
    /// Makes a fact whose value is a name: the name of a variable in the loop, or of another recipe.
    Fact(std::string_view name);

    Expression code;
    std::string text; ///< the value as it is written in a comment: "250 ms"
};
using Facts = std::map<std::string, Fact, std::less<>>;

/// Returns the values of all placeholders that recipes may contain: the alternative on each axis ($filter), its
/// settings with the names of `--set` ($filter.n), and values computed from them.
Facts facts_of(const timestep::Loop& loop);

/// Returns all parsed recipes (files with parts of loops) by name, such as "stepper/cute". Throws std::logic_error if a
/// file is not valid.
const std::map<std::string_view, Recipe>& all_recipes();

/// Replaces the placeholders of a recipe by their values, and inserts the recipes that it refers to. If that fails,
/// throws std::logic_error with the file and line.
Program put_together(const Recipe& recipe, const Facts& facts);

/// Returns the complete code of `loop` before its first frame: the function plan(frame_ns), and the function pace(...)
/// if the loop waits on a clock.
Program program_of(const timestep::Loop& loop);

/// Returns the statements that draw a frame with that presentation (rule for the time that a picture shows). `alpha`
/// and `dt` are the names of two fields of the loop's decision.
std::vector<Statement> drawing_of(timestep::Presentation presentation, std::string_view alpha, std::string_view dt);

} // namespace exporter
