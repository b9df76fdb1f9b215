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
    drawn_column,
    camera_column,
    probe_column_count,
};

// Adds the integer in `field` to `sum`. Returns false and changes nothing after a parse error or an overflow.
bool add_integer(std::int64_t& sum, std::string_view field)
{
    const auto number = base::parse_number<std::int64_t>(field);
    std::int64_t new_sum = 0;
    if (!number || __builtin_add_overflow(sum, *number, &new_sum)) return false;
    sum = new_sum;
    return true;
}

// Any program can write these lines, so only a number becomes a cell of the CSV file.
std::string number_cell(std::string_view field) { return base::parse_number<double>(field) ? std::string{field} : ""; }

} // namespace

bool ProbeLineMatcher::sum_appended_lines_until(Nanos frame_end)
{
    const std::string_view text = game_text_;
    for (;;)
    {
        const auto line_end = text.find('\n', next_line_offset_);
        if (line_end == text.npos) return false;
        auto fields = base::split(text.substr(next_line_offset_, line_end - next_line_offset_), ",");
        fields.resize(probe_column_count);
        // Empty in a line without values, such as the header line.
        const auto iteration_start = base::parse_number<std::int64_t>(fields[iteration_start_column]);
        if (iteration_start && *iteration_start >= frame_end.count()) return true;
        next_line_offset_ = line_end + 1;
        if (!iteration_start) continue;
        ++frame_values_.line_count;
        frame_values_.clock = fields[clock_column] == "probe" ? "probe" : "game";
        frame_values_.alpha = number_cell(fields[alpha_column]);
        frame_values_.drawn = number_cell(fields[drawn_column]);
        frame_values_.camera = number_cell(fields[camera_column]);
        add_integer(frame_values_.frame_ns_sum, fields[frame_time_column]);
        add_integer(frame_values_.step_count, fields[steps_column]);
        if (!add_integer(frame_values_.simulated_ns_sum, fields[simulated_column]))
            frame_values_.all_have_simulated_ns = false;
    }
}

std::optional<std::string> ProbeLineMatcher::take_frame_cells(Nanos frame_end, bool has_all_lines)
{
    const bool has_line_of_later_frame = sum_appended_lines_until(frame_end);
    if (!has_line_of_later_frame && !has_all_lines) return std::nullopt;
    const FrameLineValues values = std::exchange(frame_values_, {});
    if (values.line_count == 0) return ",,,,,,";
    return fmt::format("{},{},{},{},{},{},{}", values.clock, values.frame_ns_sum, values.step_count,
                       values.all_have_simulated_ns ? fmt::format("{}", values.simulated_ns_sum) : "", values.alpha,
                       values.drawn, values.camera);
}

} // namespace lab
