// export/exporter/code_template.hpp -- assembles the code of a game loop from templates, one for each of its parts
// The template `loop` inserts one template for each part of the loop, such as stepper/cute for the stepper. The
// templates shared/NAME are inserted by several other templates. The templates part/NAME are code for other parts of a
// game, such as smoothing. The build embeds all templates (templates/*.loop) in the program.
#pragma once

#include "export/exporter/notation.hpp"
#include "timestep/loop.hpp"

#include <map>

namespace exporter
{

/// Maximum frame time in exported code for languages whose integers have 53 bits, in the stepper's unit of time. The
/// maximum carried time is twice as long; the sum of both stays below 2^53.
inline constexpr std::int64_t max_frame_time_units = std::int64_t{1} << 50;

/// The value of a placeholder ($NAME) in a code template: as code, and as text for comments in the exported file.
struct PlaceholderValue
{
    PlaceholderValue(std::int64_t number);
    PlaceholderValue(timestep::Nanos time);
    PlaceholderValue(double number);
    PlaceholderValue(bool boolean);
    /// `name` is a variable in the exported code, such as "dropped", or a loop part, such as the stepper "cute".
    PlaceholderValue(std::string_view name);

    Expression code;
    std::string text; ///< the value in a comment, such as "250 ms"
};
using PlaceholderValues = std::map<std::string, PlaceholderValue, std::less<>>;

/// Returns the values of all placeholders: the names of the loop's parts ($stepper is "cute"), the settings of the
/// parts, named as in `--set` ($filter.n), and values computed from them. If `integer_bits` is 53, the values of
/// $longest (maximum frame time) and $most_kept (maximum carried time) are so small that their sum stays below 2^53.
PlaceholderValues placeholder_values(timestep::Loop loop, int integer_bits);

/// Returns all embedded templates by name, such as "stepper/cute". Throws std::logic_error if a template is not valid.
const std::map<std::string_view, CodeTemplate>& all_code_templates();

/// Replaces the placeholders in `code_template` by `values`, and inserts the templates that it uses. Throws
/// std::logic_error with the file and line of the error.
Program assemble_code_template(const CodeTemplate& code_template, const PlaceholderValues& values);

/// Returns the code of `loop` in its initial state: plan(frame_ns) computes the steps of a frame and, if the loop waits
/// on a clock, pace(...) computes the time to wait. `integer_bits` is the size of an integer in bits.
Program assemble_loop(const timestep::Loop& loop, int integer_bits = 64);

/// Returns the code of one part of a game other than the loop. `part_name` is a name in all_game_parts (exporter.hpp).
Program assemble_game_part(std::string_view part_name);

/// Returns statements that draw a frame. `alpha` and `dt` are expressions in the code, such as "plan.alpha".
std::vector<Statement> drawing_statements(timestep::Presentation presentation, std::string_view alpha,
                                          std::string_view dt);

} // namespace exporter
