// export/exporter/recipe.hpp -- assembles a loop from recipes, each of which describes a part of a loop
//
// The recipe <axis>/<name> describes an alternative for a part (axis) of a loop, such as a stepper. The recipe `loop`
// combines the parts. The recipes shared/<name> are used by several recipes, and part/<name>
// is a part of a game besides its loop. The build embeds recipes/*.loop.
#pragma once

#include "export/exporter/notation.hpp"
#include "timestep/loop.hpp"

#include <map>

namespace exporter
{

/// Due time of a frame in units of the stepper, at most, in languages whose whole numbers have 53 bits. Twice as much
/// may be kept from earlier frames, and the sum stays below 2^53.
inline constexpr std::int64_t longest_units = std::int64_t{1} << 50;

/// The value of a placeholder, as code and as text for comments.
struct PlaceholderValue
{
    PlaceholderValue(std::int64_t number);
    PlaceholderValue(timestep::Nanos time);
    PlaceholderValue(double number);
    PlaceholderValue(bool truth);
    /// Creates a value that is the name of a variable or of another recipe.
    PlaceholderValue(std::string_view name);

    Expression code;
    std::string text; ///< the value in a comment, such as "250 ms"
};
using PlaceholderValues = std::map<std::string, PlaceholderValue, std::less<>>;

/// The values of all placeholders for a loop: the names of its parts ($filter), their settings with the names of
/// `--set` ($filter.n), and values computed from these. With `whole_bits` 53, the limits $longest and $most_kept are so
/// low that every whole number of the loop stays below 2^53.
PlaceholderValues placeholder_values(timestep::Loop loop, int whole_bits);

/// Returns all recipes by name, such as "stepper/cute". Throws std::logic_error if a file is not valid.
const std::map<std::string_view, Recipe>& all_recipes();

/// Replaces a recipe's placeholders by `values` and inserts the recipes that it uses. Throws std::logic_error with file
/// and line.
Program assemble(const Recipe& recipe, const PlaceholderValues& values);

/// The code of `loop` before its first frame: plan(frame_ns), which computes the steps of a frame, and, if the loop
/// waits on a clock, pace(...), which computes the time to wait. `whole_bits` of LanguageRow.
Program assemble_loop(const timestep::Loop& loop, int whole_bits = 64);

/// The functions of a part of a game; `part` is in all_parts (exporter.hpp).
Program assemble_part(std::string_view part);

/// The statements that draw a frame. `alpha` and `dt` are names of results of plan.
std::vector<Statement> drawing_statements(timestep::Presentation presentation, std::string_view alpha,
                                          std::string_view dt);

} // namespace exporter
