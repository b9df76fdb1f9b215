#include "base/message.hpp"
#include "recordings/formats/column_cells.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace recordings
{
namespace
{

constexpr std::size_t max_described_columns = 8;
constexpr double min_usual_fps = 15.0, max_usual_fps = 1000.0;
constexpr std::array<Unit, 4> time_units{Unit::ms, Unit::s, Unit::us, Unit::ns};
constexpr std::array<std::string_view, 4> time_unit_names{"s", "ms", "us", "ns"}; // indexed by Unit

struct UnnamedColumn
{
    std::string name, description; // the description is empty if the numbers can be anything
};

bool agree(double a, double b) { return a > 0.0 && b > 0.0 && a <= 1.5 * b && b <= 1.5 * a; }

std::string name_with(std::string_view name, Unit unit)
{
    return fmt::format("{}_{}", name, time_unit_names[static_cast<std::size_t>(unit)]);
}

// Describes a column of numbers that do not rise, and names the clock's unit if the two columns agree in it.
// `clock_step` is the usual step of the clock in its unit; 0 without a clock.
UnnamedColumn described_values(double median, double clock_step, UnnamedColumn* clock)
{
    const auto unit = guessed_unit_of(median);
    for (const Unit clock_unit : time_units)
    {
        const double step_s = clock_step * seconds_per(clock_unit);
        const bool is_frame_time = unit && agree(median * seconds_per(*unit), step_s);
        if (clock == nullptr || (!is_frame_time && !agree(median * step_s, 1.0))) continue;
        clock->name = name_with("time", clock_unit);
        return is_frame_time ? UnnamedColumn{name_with("frame", *unit),
                                             fmt::format("frame times in {}", spelled_out_name_of(*unit))}
                             : UnnamedColumn{"fps", "frame rates"};
    }
    // Beside a clock that they do not agree with, numbers are more often rates than frame times.
    const bool may_be_rates = clock != nullptr ? median >= min_usual_fps && median <= max_usual_fps
                                               : median >= min_ambiguous_ms && median <= max_ambiguous_ms;
    if (may_be_rates) return {"fps", clock == nullptr ? "frame rates, or frame times in milliseconds" : "frame rates"};
    if (clock == nullptr && unit)
        return {name_with("frame", *unit), fmt::format("frame times in {}", spelled_out_name_of(*unit))};
    return {};
}

} // namespace

std::string header_advice(std::string_view rows, char separator, char shown_separator)
{
    constexpr std::array<std::string_view, max_described_columns> ordinals{"first", "second", "third",   "fourth",
                                                                           "fifth", "sixth",  "seventh", "eighth"};
    LineReader lines{rows};
    if (!lines.next()) return "add one, such as frame,frame_ms";
    const std::string_view first_row = without_last_separators(lines.line());
    const bool has_decimal_commas = separator != ',' && first_row.find(',') != first_row.npos;
    Header header{.dialect = {separator, has_decimal_commas ? ',' : '.'}, .text_below = rows};
    header.normalised_names.resize(std::min(count_fields(first_row, separator), max_described_columns));

    std::vector<UnnamedColumn> columns(header.normalised_names.size());
    std::vector<ColumnSample> samples;
    UnnamedColumn* clock = nullptr;
    double clock_step = 0.0;
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
        const ColumnSample& sample = samples.emplace_back(sample_of({header, i, {}}));
        if (!sample.has_clock_times && !sample.increases_like_timestamps()) continue;
        const double step = sample.differences.empty() ? 0.0 : median_of_values(sample.differences);
        const bool is_counter =
            std::ranges::all_of(sample.differences, [](double rise) { return std::abs(rise - 1.0) < 1e-6; });
        columns[i] =
            is_counter ? UnnamedColumn{"frame", "rises by 1: a counter"} : UnnamedColumn{"time", "rises: a clock"};
        if (is_counter || clock != nullptr) continue;
        clock = &columns[i];
        clock_step = sample.has_clock_times ? 0.0 : step;
    }
    bool has_frame_times = false;
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
        if (!columns[i].name.empty() || samples[i].values.empty()) continue;
        UnnamedColumn described = described_values(median_of_values(samples[i].values), clock_step, clock);
        if (described.name.empty() || std::exchange(has_frame_times, true)) continue;
        columns[i] = {described.name, "can be " + described.description};
    }
    std::string names, descriptions;
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
        if (i > 0) names += shown_separator == '\t' ? std::string{"<TAB>"} : std::string{shown_separator};
        names += columns[i].name.empty() ? fmt::format("c{}", i + 1) : columns[i].name;
        if (columns[i].description.empty()) continue;
        descriptions += fmt::format("{}the {}{} {}", descriptions.empty() ? ": " : "; ", ordinals[i],
                                    descriptions.empty() ? " column" : "", columns[i].description);
    }
    return "add one, such as " + names + descriptions;
}

} // namespace recordings
