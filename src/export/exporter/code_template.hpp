// export/exporter/code_template.hpp -- assembles the code of a game loop from templates, one for each part of the loop
#pragma once

#include "export/exporter/template_parser.hpp"
#include "timestep/loop.hpp"

#include <map>

namespace exporter
{

/// Longest frame time in exported JavaScript, TypeScript and Lua code, in units of timestep::ExactTimeUnit.
inline constexpr std::int64_t max_frame_time_units = std::int64_t{1} << 50;

/// The value of a placeholder ($NAME) in a code template: as code, and as text for comments in the exported file.
struct PlaceholderValue
{
    PlaceholderValue(std::int64_t number);
    PlaceholderValue(timestep::Nanos integer_ns_in_code);
    PlaceholderValue(double number);
    PlaceholderValue(bool boolean);
    /// The placeholder is replaced by `name`, for example by the variable "dropped".
    PlaceholderValue(std::string_view name);

    Expression code;
    std::string comment_text; ///< such as "250 ms"
};
using PlaceholderValues = std::map<std::string, PlaceholderValue, std::less<>>;

/// The values of the placeholders ($NAME) in code templates, for `loop`. `integer_bits` is 53 or 64 (LanguageInfo).
PlaceholderValues placeholder_values(timestep::Loop loop, int integer_bits);

/// Returns all embedded templates by name, such as "stepper/fixed-step". Throws std::logic_error if one is not valid.
const std::map<std::string_view, CodeTemplate>& all_code_templates();

/// Replaces placeholders and inserts used templates. Throws std::logic_error with the file and line of an error.
Program expand_code_template(const CodeTemplate& code_template, const PlaceholderValues& values);

Program expand_loop_template(const timestep::Loop& loop, int integer_bits = 64);

/// Expands a part that is exported by itself, without a loop, such as "rates".
Program expand_part(std::string_view part_name);

/// Returns statements that draw a frame. `alpha` and `dt` are code to insert, such as "plan.alpha" and
/// "plan.dt_seconds".
std::vector<Statement> drawing_statements(timestep::Presentation presentation, std::string_view alpha,
                                          std::string_view dt);

} // namespace exporter
