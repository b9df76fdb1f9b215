// Reads CSV files with the frames and steps of a game, from timestep/probe.hpp or `timestep_lab slow --csv`.
#include "recordings/identify/loop_identification.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "recordings/formats/csv.hpp"
#include "recordings/formats/slowed_game.hpp"
#include "recordings/formats/source.hpp"
#include "recordings/formats/text_encoding.hpp"
#include "timestep/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace recordings
{
namespace
{

constexpr auto probe_remedy = "correct the line, or record again with the probe of this version";
constexpr Nanos max_probed_frame_time = std::chrono::hours{24};
constexpr std::int64_t max_steps_per_frame = 1'000'000'000;
constexpr double max_alpha = 1e9;
constexpr double max_probed_position = 9.3e12; // the probe writes millionths as 64-bit integers

// Column indices in a CSV file of timestep/probe.hpp or of `timestep_lab slow`. Only the latter has the column
// `slowed`.
struct ProbeColumns
{
    std::size_t format = 0, clock = 0, frame = 0, steps = 0, simulated = 0, alpha = 0;
    std::optional<std::size_t> slowed{}, drawn{}, camera{};

    std::size_t field_count() const
    {
        return std::max({format, clock, frame, steps, simulated, alpha, slowed.value_or(0), drawn.value_or(0),
                         camera.value_or(0)}) +
               1;
    }
};

std::optional<ProbeColumns> probe_columns_of(const Header& header)
{
    const bool is_slowed_game = header.has("slowformat");
    const auto format = header.find(is_slowed_game ? "slowformat" : "probeformat");
    const auto clock = header.find(is_slowed_game ? "loopclock" : "clock");
    const auto frame = header.find(is_slowed_game ? "loopns" : "framens");
    const auto steps = header.find("steps"), simulated = header.find("simulatedns"), alpha = header.find("alpha");
    if (!format || !clock || !frame || !steps || !simulated || !alpha) return std::nullopt;
    return ProbeColumns{.format = *format,
                        .clock = *clock,
                        .frame = *frame,
                        .steps = *steps,
                        .simulated = *simulated,
                        .alpha = *alpha,
                        .slowed = header.find("slowed"),
                        .drawn = header.find("drawn"),
                        .camera = header.find("camera")};
}

struct ProbeReader
{
    const RecordingSource& source;
    const Header& header;
    const ProbeColumns& columns;
    ProbeRecording recording;

    std::variant<ProbeRecording, RecordingError> read()
    {
        FieldSplitter fields{columns.field_count()};
        LineReader lines{header.text_below, header.line_number + 1};
        while (lines.next())
        {
            if (lines.line().empty()) continue;
            fields.split(lines.line(), header.dialect.separator);
            // The last line is incomplete if the game was killed while it wrote the line.
            if (fields.size() < columns.field_count() && lines.remaining_text().empty()) break;
            if (auto error = add_row(fields); !error.empty())
                return source.error_at(lines.line_number(), std::move(error), probe_remedy);
        }

        // An incomplete column is dropped.
        if (recording.step_counts.size() != recording.frame_times.size()) recording.step_counts.clear();
        if (recording.simulated_times.size() != recording.frame_times.size()) recording.simulated_times.clear();
        for (std::vector<double>* values : {&recording.alphas, &recording.drawn_positions, &recording.camera_positions})
            if (std::ranges::all_of(*values, [](double value) { return std::isnan(value); })) values->clear();

        if (recording.frame_times.empty())
            return source.error_at(header.line_number,
                                   columns.slowed ? "there is no frame of a game with a probe"
                                                  : "no frame below the header",
                                   "attach timestep/probe.hpp to the game's loop (docs/library.md)");
        if (recording.step_counts.empty() && recording.simulated_times.empty())
            return source.error_at(header.line_number,
                                   "some frames have no number of steps, and some no simulated time",
                                   "call probe.count_step(seconds) for each step of the loop");
        return std::move(recording);
    }

    using ErrorText = std::string; // why a row is invalid; empty if it is valid
    ErrorText add_row(const FieldSplitter& fields)
    {
        if (fields.size() < columns.field_count()) return "the row ends before its last column";
        if (header.is_name_of_column(columns.format, fields[columns.format]))
            return "another run begins here: split the file before this line";
        const int format_version = columns.slowed ? slowed_game_format_version : timestep::probe_format_version;
        if (base::parse_number<int>(fields[columns.format]) != format_version)
            return base::message("format {}, but this program reads format {}", fields[columns.format], format_version);
        if (columns.slowed && (fields[*columns.slowed] != "1" || fields[columns.frame].empty())) return "";
        if (recording.frame_times.size() == max_read_frames) return fmt::format("more than {} frames", max_read_frames);

        if (fields[columns.clock] == "probe") recording.is_timed_by_probe = true;
        ErrorText error = add_time(fields[columns.frame], recording.frame_times, "frame");
        if (error.empty()) error = add_steps(fields[columns.steps]);
        if (error.empty() && !fields[columns.simulated].empty())
            error = add_time(fields[columns.simulated], recording.simulated_times, "simulated");
        if (error.empty()) error = add_number(fields[columns.alpha], recording.alphas, "an alpha", max_alpha);
        if (error.empty() && columns.drawn) error = add_position(fields[*columns.drawn], recording.drawn_positions);
        if (error.empty() && columns.camera) error = add_position(fields[*columns.camera], recording.camera_positions);
        return error;
    }

    ErrorText add_steps(std::string_view text)
    {
        if (text.empty()) return "";
        const auto steps = base::parse_number<std::int64_t>(text);
        if (!steps || *steps < 0 || *steps > max_steps_per_frame)
            return base::message("'{}' is not a number of steps from 0 to {}", text, max_steps_per_frame);
        recording.step_counts.push_back(*steps);
        return "";
    }

    static ErrorText add_time(std::string_view text, std::vector<Nanos>& times, const char* adjective)
    {
        const auto time_ns = base::parse_number<std::int64_t>(text);
        if (!time_ns || std::abs(*time_ns) > max_probed_frame_time.count())
            return base::message("'{}' is not a {} time of at most a day, in nanoseconds", text, adjective);
        times.emplace_back(*time_ns);
        return "";
    }

    static ErrorText add_position(std::string_view text, std::vector<double>& positions)
    {
        return add_number(text, positions, "a position", max_probed_position);
    }

    // Adds NaN for an empty field.
    static ErrorText add_number(std::string_view text, std::vector<double>& values, const char* noun, double max_value)
    {
        double value = std::numeric_limits<double>::quiet_NaN();
        if (!text.empty() && (base::parse_number_into(text, value) != std::errc{} || !(std::abs(value) <= max_value)))
            return base::message("'{}' is not {}", text, noun);
        values.push_back(value);
        return "";
    }
};

} // namespace

std::variant<ProbeRecording, RecordingError> read_probe_recording(std::string_view bytes, std::string_view name)
{
    std::string utf8_buffer;
    const RecordingSource source{name, to_utf8(bytes, utf8_buffer)};
    LineReader lines{source.text};
    if (lines.next() && lines.line().size() <= max_header_bytes)
    {
        const Header header = parse_header_guessing_dialect(lines.line(), lines.remaining_text(), lines.line_number());
        if (const auto columns = probe_columns_of(header))
            return ProbeReader{source, header, *columns, {.name = std::string{name}}}.read();
    }
    return source.error_at(1, "neither a file of timestep/probe.hpp nor a table of `timestep_lab slow --csv`",
                           "attach the probe to the game's loop (docs/library.md)");
}

} // namespace recordings
