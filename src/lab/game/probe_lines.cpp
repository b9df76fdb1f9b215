#include "lab/game/probe_lines.hpp"

#include "base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace lab
{

namespace
{

// The columns of a CSV line that the game writes with timestep/probe.hpp, from left to right.
enum ProbeColumn : std::size_t
{
    format_column,
    time_column,
    clock_column,
    frame_column,
    steps_column,
    simulated_column,
    alpha_column,
    probe_column_count,
};

std::array<std::string_view, probe_column_count> fields_of(std::string_view line)
{
    std::array<std::string_view, probe_column_count> fields;
    for (std::string_view& field : fields)
    {
        field = line.substr(0, line.find(','));
        line.remove_prefix(std::min(field.size() + 1, line.size()));
    }
    return fields;
}

// Adds the integer in `field` to `sum`. Returns false and changes nothing on a parse error or an overflow.
bool add_number(std::int64_t& sum, std::string_view field)
{
    const auto number  = base::number<std::int64_t>(field);
    std::int64_t added = 0;
    if (!number || __builtin_add_overflow(sum, *number, &added)) return false;
    sum = added;
    return true;
}

} // namespace

// Adds a line about one frame of the game's loop to the sums of a presented frame that ended at `end`. Ignores an
// invalid line. Returns false if the loop's frame began at `end` or later: the line is then for a later frame.
bool ProbeLines::add_if_in_frame(std::string_view line, Nanos end)
{
    const auto fields = fields_of(line);
    const auto began  = base::number<std::int64_t>(fields[time_column]);
    if (!began) return true; // no number: this is the header line with the names of the columns
    if (*began >= end.count()) return false;
    ++sum_.lines;
    sum_.clock = fields[clock_column];
    sum_.alpha = fields[alpha_column];
    add_number(sum_.frame_time, fields[frame_column]);
    add_number(sum_.steps, fields[steps_column]);
    if (!add_number(sum_.simulated, fields[simulated_column])) sum_.has_simulated = false;
    return true;
}

std::optional<std::string> ProbeLines::take_cells(Nanos end, bool is_last)
{
    bool is_complete = is_last;
    for (std::size_t line_end = 0; (line_end = text_.find('\n', read_)) != std::string::npos; read_ = line_end + 1)
        if (!add_if_in_frame(std::string_view{text_}.substr(read_, line_end - read_), end))
        {
            is_complete = true;
            break;
        }
    if (!is_complete) return std::nullopt;
    const Sum sum = std::exchange(sum_, {});
    if (sum.lines == 0) return ",,,,";
    return fmt::format("{},{},{},{},{}", sum.clock, sum.frame_time, sum.steps,
                       sum.has_simulated ? fmt::format("{}", sum.simulated) : "", sum.alpha);
}

} // namespace lab
