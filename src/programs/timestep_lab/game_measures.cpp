// timestep_lab measure -- prints how the numbers in a game's log depend on the frame rate
#include "programs/timestep_lab/game_measures.hpp"

#include "base/mapped_file.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/output.hpp"
#include "recordings/formats/text_encoding.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace timestep_lab
{

namespace
{

using recordings::MeasureSummary;
using OptionalTolerance = std::optional<FrameRateDependenceTolerance>;

struct MeasureOptions
{
    std::vector<std::string> logs;
    std::string tolerance;
    bool prints_json = false, prints_csv = false;
};

// Reads a log. The argument is FILE, or RATE=FILE with the frame rate of the log.
std::vector<recordings::Measurement> read_log(const std::string& argument)
{
    const auto equals_sign = argument.find('=');
    const bool has_rate = equals_sign != argument.npos && argument.find_first_not_of("0123456789./") == equals_sign;
    std::optional<double> fps;
    if (has_rate) fps = to_hertz(parse_rate_option("RATE=FILE", argument.substr(0, equals_sign)));
    const std::string path = has_rate ? argument.substr(equals_sign + 1) : argument;
    const base::MappedFile file{base::path_from_utf8(path)};
    if (!file.error().empty()) throw BadInput{"{}: {}", path, base::Verbatim{file.error()}};
    std::string utf8_storage;
    auto read_result = recordings::parse_measure_lines(recordings::to_utf8(file.bytes(), utf8_storage), path, fps);
    base::throw_if_error(file.truncation_error(path));
    auto measurements = value_or_throw(std::move(read_result));
    if (measurements.empty()) throw BadInput{"{}: there is no line `measure: NAME NUMBER`", path};
    return measurements;
}

bool is_within_tolerance(const MeasureSummary& measure, const OptionalTolerance& tolerance)
{
    return !tolerance || (tolerance->is_percent ? measure.rate_dependence_percent() : measure.rate_dependence()) <=
                             tolerance->max_difference;
}

void print_measures_text(const std::vector<MeasureSummary>& summaries, const OptionalTolerance& tolerance)
{
    for (const MeasureSummary& measure : summaries)
    {
        base::print("{}\n  {:>10} {:>12} {:>16} {:>16} {:>8}\n", styled(TextStyle::strong, measure.name), "fps",
                    "dt in ms", "value", "difference", "values");
        for (const auto& [fps, mean, value_count] : measure.means_by_rate)
            base::print("  {:>10} {:>12.4f} {:>16} {:>16} {:>8}\n", base::number_text(fps), 1000.0 / fps,
                        base::number_text(mean, 9), base::number_text(mean - measure.means_by_rate.back().mean),
                        value_count);
        base::print("  error        {}\n", base::Verbatim{dt_dependence_text(measure)});
        const double percent = measure.rate_dependence_percent(); // infinite if that mean is 0
        base::print("  difference   {} between two frame rates{}\n", base::number_text(measure.rate_dependence()),
                    std::isfinite(percent) ? fmt::format(", {} % of the value at {} fps", base::number_text(percent, 4),
                                                         base::number_text(measure.means_by_rate.back().fps))
                                           : "");
        if (tolerance)
            base::print("  tolerance    {}{}: {}\n", base::number_text(tolerance->max_difference),
                        tolerance->is_percent ? " %" : "",
                        is_within_tolerance(measure, tolerance) ? styled(TextStyle::good, "met")
                                                                : styled(TextStyle::bad, "exceeded"));
        if (&measure != &summaries.back()) base::print("\n");
    }
}

void print_measures_csv(const std::vector<MeasureSummary>& summaries)
{
    base::print("name,fps,mean,values,order\n");
    for (const MeasureSummary& measure : summaries)
        for (const auto& [fps, mean, value_count] : measure.means_by_rate)
            base::print("{},{:.10g},{},{},{}\n", // CSV
                        base::csv_quoted_text(measure.name), fps, mean, value_count,
                        base::Verbatim{name_of(measure.dt_dependence)});
}

void print_measures_json(const std::vector<MeasureSummary>& summaries, const OptionalTolerance& tolerance)
{
    nlohmann::ordered_json measures_json = nlohmann::ordered_json::array();
    for (const MeasureSummary& measure : summaries)
    {
        measures_json.push_back(to_json(measure));
        if (tolerance) measures_json.back()["within_tolerance"] = is_within_tolerance(measure, tolerance);
    }
    print_json({{"measures", std::move(measures_json)}});
}

void run_measure_command(const MeasureOptions& options, bool /*quiet*/)
{
    const OptionalTolerance tolerance = parse_tolerance(options.tolerance);
    MeasuresFormat format = MeasuresFormat::text;
    if (options.prints_csv) format = MeasuresFormat::csv;
    if (options.prints_json) format = MeasuresFormat::json;
    std::vector<recordings::Measurement> measurements;
    for (const std::string& log : options.logs) std::ranges::move(read_log(log), std::back_inserter(measurements));
    report_measures(measurements, tolerance, format);
}

} // namespace

CLI::Option& add_tolerance_option(CLI::App& command, std::string& tolerance)
{
    return add_option(
        command, "--tolerance", tolerance,
        "Exit with code 1 if a measure differs by more than this between two frame rates. 0.05 is an absolute "
        "difference, in the unit of the measure; 5% is relative to its value at the highest frame rate.",
        {.type = "NUMBER|NUMBER%"});
}

std::optional<FrameRateDependenceTolerance> parse_tolerance(const std::string& text_or_empty)
{
    if (text_or_empty.empty()) return std::nullopt;
    const bool is_percent = text_or_empty.ends_with('%');
    const std::size_t number_end = text_or_empty.size() - (is_percent ? 1 : 0);
    const auto max_difference = base::parse_number<double>(text_or_empty.substr(0, number_end));
    if (!max_difference || *max_difference < 0.0)
        throw BadInput{"--tolerance takes a number from 0 on, such as 0.05 or 1%, not '{}'", text_or_empty};
    return FrameRateDependenceTolerance{*max_difference, is_percent};
}

void report_measures(const std::vector<recordings::Measurement>& measurements,
                     const std::optional<FrameRateDependenceTolerance>& tolerance, MeasuresFormat format)
{
    const std::vector<MeasureSummary> summaries = recordings::summarise_frame_rate_dependence(measurements);

    // All measures need the same frame rates.
    std::set<double> all_fps;
    for (const recordings::Measurement& measurement : measurements) all_fps.insert(measurement.fps);
    for (const MeasureSummary& m : summaries)
        if (m.means_by_rate.size() != all_fps.size()) // both are sorted by rate
        {
            const auto missing =
                std::ranges::mismatch(all_fps, m.means_by_rate, {}, {}, &MeasureSummary::MeanAtRate::fps).in1;
            throw BadInput{"the measure '{}' has no value at {} fps, although another measure has one", m.name,
                           base::number_text(*missing)};
        }
    if (tolerance && all_fps.size() < 2)
        throw BadInput{"--tolerance needs measures at two or more frame rates, not at {}", all_fps.size()};

    switch (format)
    {
    case MeasuresFormat::text: print_measures_text(summaries, tolerance); break;
    case MeasuresFormat::json: print_measures_json(summaries, tolerance); break;
    case MeasuresFormat::csv: print_measures_csv(summaries); break;
    }
    if (!std::ranges::all_of(summaries, [&](const MeasureSummary& m) { return is_within_tolerance(m, tolerance); }))
        throw ExitWithCode{exit_code_check_failed};
}

void add_measure_command(CLI::App& program)
{
    auto [command, options] = add_command<MeasureOptions>(
        program, "measure", "Print how the measured numbers in a game's logs depend on the game's frame rate.",
        run_measure_command);
    add_option(
        command, "logs", options.logs,
        "Logs with lines `measure: NAME NUMBER`. The frame rate is given before the file, as in 60=run.log, or in "
        "a line `measure: frames_per_second NUMBER`.",
        {.type = "[RATE=]FILE...", .is_required = true});
    add_tolerance_option(command, options.tolerance);
    CLI::Option& json = add_flag(command, "--json", options.prints_json, "Print the measures as JSON.");
    add_exclusion(add_flag(command, "--csv", options.prints_csv, "Print a row per measure and frame rate as CSV."),
                  json);
}

} // namespace timestep_lab
