#include "lab/game/probe_lines.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <utility>

namespace lab
{

namespace
{

// The columns that timestep/probe.hpp writes, from left to right.
enum ProbeColumn : std::size_t
{
    format_version_column,
    iteration_start_column,
    clock_column,
    frame_time_column,
    steps_column,
    simulated_column,
    alpha_column,
    probe_column_count,
};

// Adds the integer in `field` to `sum`. Returns false and changes nothing after a parse error or an overflow.
bool add_integer(std::int64_t& sum, std::string_view field)
{
    const auto number    = base::parse_number<std::int64_t>(field);
    std::int64_t new_sum = 0;
    if (!number || __builtin_add_overflow(sum, *number, &new_sum)) return false;
    sum = new_sum;
    return true;
}

} // namespace

// Returns false if `line` belongs to a later frame than the one that ended at `frame_end`.
bool ProbeLineMatcher::add_line_values_unless_in_later_frame(std::string_view line, Nanos frame_end)
{
    auto fields = base::split_at_each(line, ",");
    fields.resize(probe_column_count);
    const auto iteration_start = base::parse_number<std::int64_t>(fields[iteration_start_column]);
    if (!iteration_start) return true; // a line without values, such as the header line
    if (*iteration_start >= frame_end.count()) return false;
    ++frame_values_.line_count;
    frame_values_.clock = fields[clock_column];
    frame_values_.alpha = fields[alpha_column];
    add_integer(frame_values_.frame_ns, fields[frame_time_column]);
    add_integer(frame_values_.steps, fields[steps_column]);
    if (!add_integer(frame_values_.simulated_ns, fields[simulated_column])) frame_values_.has_simulated_ns = false;
    return true;
}

std::optional<std::string> ProbeLineMatcher::take_csv_cells_of_next_frame(Nanos frame_end, bool has_all_lines)
{
    bool is_complete = has_all_lines;
    for (std::size_t end   = 0; (end = game_text_.find('\n', next_line_offset_)) != std::string::npos;
         next_line_offset_ = end + 1)
        if (!add_line_values_unless_in_later_frame(
                std::string_view{game_text_}.substr(next_line_offset_, end - next_line_offset_), frame_end))
        {
            is_complete = true;
            break;
        }
    if (!is_complete) return std::nullopt;
    const FrameLineValues values = std::exchange(frame_values_, {});
    if (values.line_count == 0) return ",,,,";
    return fmt::format("{},{},{},{},{}", values.clock, values.frame_ns, values.steps,
                       values.has_simulated_ns ? fmt::format("{}", values.simulated_ns) : "", values.alpha);
}

} // namespace lab
