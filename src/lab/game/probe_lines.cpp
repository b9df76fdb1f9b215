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
enum Column : std::size_t
{
    format,
    time,
    clock,
    frame,
    steps,
    simulated,
    alpha,
    columns,
};

std::array<std::string_view, columns> columns_of(std::string_view line)
{
    std::array<std::string_view, columns> fields;
    for (std::string_view& field : fields)
    {
        field = line.substr(0, line.find(','));
        line.remove_prefix(std::min(field.size() + 1, line.size()));
    }
    return fields;
}

// Parses `field` as an integer and adds it to `sum`. Returns false and changes nothing if `field` is not an integer, or
// if the sum does not fit into 64 bits.
bool add_number(std::int64_t& sum, std::string_view field)
{
    const auto number  = base::number<std::int64_t>(field);
    std::int64_t added = 0;
    if (!number || __builtin_add_overflow(sum, *number, &added)) return false;
    sum = added;
    return true;
}

} // namespace

// Adds a line that the game's loop wrote about one of its frames to the sums of a presented frame, which ended at
// `end`. Ignores an invalid line. Returns false if the loop's frame began at `end` or later, so that the line belongs
// to a later presented frame.
bool ProbeLines::add_line(std::string_view line, Nanos end)
{
    const auto fields = columns_of(line);
    const auto began  = base::number<std::int64_t>(fields[time]);
    if (!began) return true; // no number: the line with the names of the columns
    if (*began >= end.count()) return false;
    ++sum_.lines;
    sum_.clock = fields[clock];
    sum_.alpha = fields[alpha];
    add_number(sum_.frame, fields[frame]);
    add_number(sum_.steps, fields[steps]);
    if (!add_number(sum_.simulated, fields[simulated])) sum_.knows_simulated = false;
    return true;
}

base::Error ProbeLines::take(Nanos end, bool is_last)
{
    bool is_complete = is_last;
    for (std::size_t stop = 0; (stop = text_.find('\n', read_)) != std::string::npos; read_ = stop + 1)
        if (!add_line(std::string_view{text_}.substr(read_, stop - read_), end))
        {
            is_complete = true;
            break;
        }
    if (!is_complete) return std::nullopt;
    const Sum sum = std::exchange(sum_, {});
    if (sum.lines == 0) return ",,,,";
    return fmt::format("{},{},{},{},{}", sum.clock, sum.frame, sum.steps,
                       sum.knows_simulated ? fmt::format("{}", sum.simulated) : "", sum.alpha);
}

} // namespace lab
