// export/exporter/recipe.hpp -- assembles a loop from recipes, each of which describes a part of a loop
// The recipe <axis>/<name> is one alternative for a part (axis) of a loop, such as a stepper; `loop` combines the
// parts. Recipes use shared/<name>; part/<name> is another part of a game than its loop. The build embeds
// recipes/*.loop.
#pragma once

#include "export/exporter/notation.hpp"
#include "timestep/loop.hpp"

#include <map>

namespace exporter
{

/// Largest due time of a frame, in the stepper's unit, in languages whose integers have 53 bits. With the carried time,
/// which can be twice as long, the sum stays below 2^53.
inline constexpr std::int64_t max_due_units = std::int64_t{1} << 50;

/// The value as code, and as text for comments.
struct PlaceholderValue
{
    PlaceholderValue(std::int64_t number);
    PlaceholderValue(timestep::Nanos time);
    PlaceholderValue(double number);
    PlaceholderValue(bool truth);
    /// The name of a variable or of another recipe.
    PlaceholderValue(std::string_view name);

    Expression code;
    std::string text; ///< the value in a comment, such as "250 ms"
};
using PlaceholderValues = std::map<std::string, PlaceholderValue, std::less<>>;

/// The names of the loop's parts ($filter), their settings with the names of `--set` ($filter.n), and values computed
/// from these. With `integer_bits` 53, the limits $longest and $most_kept keep every integer of the loop below 2^53.
PlaceholderValues placeholder_values(timestep::Loop loop, int integer_bits);

/// All recipes by name, such as "stepper/cute". Throws std::logic_error if a file is not valid.
const std::map<std::string_view, Recipe>& all_recipes();

/// Replaces placeholders by `values` and inserts the used recipes. Throws std::logic_error with file and line.
Program assemble(const Recipe& recipe, const PlaceholderValues& values);

/// The code of `loop` before its first frame: plan(frame_ns), which computes the steps of a frame, and, if the loop
/// waits on a clock, pace(...), which computes the time to wait. `integer_bits` is that of LanguageRow.
Program assemble_loop(const timestep::Loop& loop, int integer_bits = 64);

/// `part` is the name of a row of all_parts (exporter.hpp).
Program assemble_part(std::string_view part);

/// `alpha` and `dt` are names of results of plan.
std::vector<Statement> drawing_statements(timestep::Presentation presentation, std::string_view alpha,
                                          std::string_view dt);

} // namespace exporter
