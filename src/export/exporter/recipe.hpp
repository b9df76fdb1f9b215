// export/exporter/recipe.hpp -- puts a loop together from recipes, each of which describes a part of a loop
//
// The recipe <axis>/<name> describes one alternative for a part (axis) of a loop, such as a stepper. The recipe `loop`
// combines the parts. The recipes shared/<name> are pieces that several recipes use. The build embeds the files with
// the recipes, recipes/*.loop, in the program.
#pragma once

#include "export/exporter/notation.hpp"
#include "timestep/loop.hpp"

#include <map>

namespace exporter
{

/// The value of a placeholder in a recipe, as code and as text for a comment.
struct PlaceholderValue
{
    PlaceholderValue(std::int64_t number);
    PlaceholderValue(timestep::Nanos time);
    PlaceholderValue(double number);
    PlaceholderValue(bool truth);
    /// Makes a value that is a name: of a variable in the loop, or of another recipe.
    PlaceholderValue(std::string_view name);

    Expression code;
    std::string text; ///< the value as it is written in a comment: "250 ms"
};
using PlaceholderValues = std::map<std::string, PlaceholderValue, std::less<>>;

/// The values of all placeholders for this loop: the names of its parts, such as its filter ($filter); their settings,
/// named as in `--set` ($filter.n); and values computed from these.
PlaceholderValues placeholder_values(const timestep::Loop& loop);

/// Returns all recipes by name, such as "stepper/cute". Throws std::logic_error if a file is not valid.
const std::map<std::string_view, Recipe>& all_recipes();

/// Replaces the placeholders of a recipe by `values`, and inserts the recipes that the recipe uses. Throws
/// std::logic_error with file and line if the recipe cannot be completed.
Program assemble(const Recipe& recipe, const PlaceholderValues& values);

/// The complete code of `loop`, as it is before its first frame: the function plan(frame_ns), which decides a frame,
/// and, if the loop waits on a clock, the function pace(...), which says how long to wait.
Program program_of(const timestep::Loop& loop);

/// The statements that draw a frame. `alpha` and `dt` are the names of two fields of the loop's decision.
std::vector<Statement> drawing_statements(timestep::Presentation presentation, std::string_view alpha,
                                          std::string_view dt);

} // namespace exporter
