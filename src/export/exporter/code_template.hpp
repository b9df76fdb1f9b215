// export/exporter/code_template.hpp -- assembles a loop from templates, each of which describes a part of a loop
// The template <axis>/<name> is one alternative for a part (axis) of a loop, such as its stepper. The template `loop`
// combines the parts. Other templates insert shared/<name>. The template part/<name> is for a part of a game that is
// not its loop. The build embeds templates/*.loop.
#pragma once

#include "export/exporter/notation.hpp"
#include "timestep/loop.hpp"

#include <map>

namespace exporter
{

/// Largest time that a frame can simulate in languages whose integers have 53 bits, in the stepper's unit of time. The
/// time carried over from earlier frames can be twice as long, and the sum stays below 2^53.
inline constexpr std::int64_t max_due_time_units = std::int64_t{1} << 50;

/// The value of a placeholder: as code, and as text for comments.
struct PlaceholderValue
{
    PlaceholderValue(std::int64_t number);
    PlaceholderValue(timestep::Nanos time);
    PlaceholderValue(double number);
    PlaceholderValue(bool boolean);
    /// `name` is the name of a variable or of a template.
    PlaceholderValue(std::string_view name);

    Expression code;
    std::string text; ///< the value in a comment, such as "250 ms"
};
using PlaceholderValues = std::map<std::string, PlaceholderValue, std::less<>>;

/// Returns all placeholders with their values: the names of the loop's parts ($filter), the settings of the parts,
/// named as in `--set` ($filter.n), and values computed from them. If `integer_bits` is 53, the limits $longest and
/// $most_kept keep every integer of the loop below 2^53.
PlaceholderValues placeholder_values(timestep::Loop loop, int integer_bits);

/// Returns all embedded templates by name, such as "stepper/cute". Throws std::logic_error if a template is not valid.
const std::map<std::string_view, CodeTemplate>& all_code_templates();

/// Replaces the placeholders in `code_template` by `values`, and inserts the templates that it uses. Throws
/// std::logic_error with the file and line of the error.
Program assemble_code_template(const CodeTemplate& code_template, const PlaceholderValues& values);

/// Returns the code of `loop` in its initial state: plan(frame_ns), which computes the steps of a frame, and, if the
/// loop waits on a clock, pace(...), which computes the time to wait. `integer_bits` is that of LanguageRow.
Program assemble_loop(const timestep::Loop& loop, int integer_bits = 64);

/// Returns the code of a part of a game that is not its loop. `part_name` is a name in all_parts (exporter.hpp).
Program assemble_part(std::string_view part_name);

/// Returns statements that draw a frame. `alpha` and `dt` are expressions in the code, such as "plan.alpha".
std::vector<Statement> drawing_statements(timestep::Presentation presentation, std::string_view alpha,
                                          std::string_view dt);

} // namespace exporter
