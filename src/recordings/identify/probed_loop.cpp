#include "recordings/identify/identify.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "recordings/formats/csv.hpp"
#include "recordings/formats/slowed_game.hpp"
#include "recordings/formats/source.hpp"
#include "timestep/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace recordings
{
namespace
{

constexpr auto probe_remedy                = "correct the line, or record again with the probe of this version";
constexpr Nanos max_probed_frame_time      = std::chrono::hours{24};
constexpr std::int64_t max_steps_per_frame = 1'000'000'000;
constexpr double max_alpha                 = 1e9;
constexpr double max_position              = 9.3e12; // the probe writes millionths as 64-bit integers

// Indices of the columns in a table that a probe wrote. Only tables of `timestep_lab slow` have the column `slowed`.
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
    const auto format         = header.find(is_slowed_game ? "slowformat" : "probeformat");
    const auto clock          = header.find(is_slowed_game ? "loopclock" : "clock");
    const auto frame          = header.find(is_slowed_game ? "loopns" : "framens");
    const auto steps = header.find("steps"), simulated = header.find("simulatedns"), alpha = header.find("alpha");
    if (!format || !clock || !frame || !steps || !simulated || !alpha) return std::nullopt;
    ProbeColumns columns{*format, *clock, *frame, *steps, *simulated, *alpha};
    columns.slowed = header.find("slowed");
    columns.drawn  = header.find("drawn");
    columns.camera = header.find("camera");
    return columns;
}

class ProbeReader
{
public:
    ProbeReader(const Source& source, const Header& header, const ProbeColumns& columns)
        : source_{source}
        , columns_{columns}
        , header_{header}
        , format_version_{columns.slowed ? slowed_game_format_version : timestep::probe_format}
    {
        loop_.name = source.name;
    }

    std::variant<ProbedLoop, Refusal> read()
    {
        Fields fields{columns_.field_count()};
        Lines lines{header_.body, header_.line_number + 1};
        while (lines.next())
        {
            if (lines.line().empty()) continue;
            fields.split(lines.line(), header_.dialect.separator);
            // The last line is incomplete if the game was killed while it wrote the line.
            if (fields.size() < columns_.field_count() && lines.remaining_text().empty()) break;
            if (auto error = add_row(fields); !error.empty())
                return source_.refusal_at(lines.line_number(), std::move(error), probe_remedy);
        }
        return finish();
    }

private:
    using ErrorText = std::string; // why a row is invalid; empty if it is valid
    ErrorText add_row(const Fields& fields)
    {
        if (fields.size() < columns_.field_count()) return "the row ends before its last column";
        if (header_.is_name_of_column(columns_.format, fields[columns_.format]))
            return "another run begins here: split the file before this line";
        if (base::parse_number<int>(fields[columns_.format]) != format_version_)
            return base::message("format {}, but this program reads format {}", fields[columns_.format],
                                 format_version_);
        if (columns_.slowed && (fields[*columns_.slowed] != "1" || fields[columns_.frame].empty())) return "";
        if (loop_.frame_times.size() == max_read_frames) return fmt::format("more than {} frames", max_read_frames);

        const auto frame_time = base::parse_number<std::int64_t>(fields[columns_.frame]);
        if (!frame_time || std::abs(*frame_time) > max_probed_frame_time.count())
            return base::message("'{}' is not a frame time of at most a day, in nanoseconds", fields[columns_.frame]);
        loop_.frame_times.emplace_back(*frame_time);
        if (fields[columns_.clock] == "probe") loop_.is_timed_by_probe = true;
        if (const auto error = add_steps(fields[columns_.steps]); !error.empty()) return error;
        if (const auto error = add_simulated(fields[columns_.simulated]); !error.empty()) return error;
        const auto add =
            [&](std::optional<std::size_t> column, std::vector<double>& values, const char* what, double max)
        { return column ? add_value(fields[*column], values, what, max) : ErrorText{}; };
        if (auto error = add(columns_.alpha, loop_.alphas, "an alpha", max_alpha); !error.empty()) return error;
        if (auto error = add(columns_.drawn, loop_.drawn_positions, "a position", max_position); !error.empty())
            return error;
        return add(columns_.camera, loop_.camera_positions, "a position", max_position);
    }

    ErrorText add_steps(std::string_view text)
    {
        if (text.empty()) return "";
        const auto steps = base::parse_number<std::int64_t>(text);
        if (!steps || *steps < 0 || *steps > max_steps_per_frame)
            return base::message("'{}' is not a number of steps from 0 to {}", text, max_steps_per_frame);
        loop_.step_counts.push_back(*steps);
        return "";
    }

    ErrorText add_simulated(std::string_view text)
    {
        if (text.empty()) return "";
        const auto simulated = base::parse_number<std::int64_t>(text);
        if (!simulated || std::abs(*simulated) > max_probed_frame_time.count())
            return base::message("'{}' is not a simulated time of at most a day, in nanoseconds", text);
        loop_.simulated_times.emplace_back(*simulated);
        return "";
    }

    static ErrorText add_value(std::string_view text, std::vector<double>& values, const char* what, double max)
    {
        double value = std::numeric_limits<double>::quiet_NaN();
        if (!text.empty() && (base::read_number(text, value) != std::errc{} || !(std::abs(value) <= max)))
            return base::message("'{}' is not {}", text, what);
        values.push_back(value);
        return "";
    }

    std::variant<ProbedLoop, Refusal> finish()
    {
        if (loop_.frame_times.empty())
            return source_.refusal_at(header_.line_number,
                                      columns_.slowed ? "there is no frame of a game with a probe"
                                                      : "no frame below the header",
                                      "attach timestep/probe.hpp to the game's loop (docs/library.md)");
        if (loop_.step_counts.size() != loop_.frame_times.size()) loop_.step_counts.clear();
        if (loop_.simulated_times.size() != loop_.frame_times.size()) loop_.simulated_times.clear();
        for (std::vector<double>* values : {&loop_.alphas, &loop_.drawn_positions, &loop_.camera_positions})
            if (std::ranges::all_of(*values, [](double value) { return std::isnan(value); })) values->clear();
        if (loop_.step_counts.empty() && loop_.simulated_times.empty())
            return source_.refusal_at(header_.line_number,
                                      "some frames have no number of steps, and some no simulated time",
                                      "call probe.step(seconds) for each step of the loop");
        return std::move(loop_);
    }

    const Source& source_;
    const ProbeColumns& columns_;
    const Header& header_;
    int format_version_;
    ProbedLoop loop_;
};

} // namespace

std::variant<ProbedLoop, Refusal> read_probe(std::string_view bytes, std::string_view name)
{
    std::string storage;
    const Source source{name, to_utf8(bytes, storage)};
    Lines lines{source.text};
    if (lines.next() && lines.line().size() <= max_header_bytes)
    {
        Header header      = parse_header(lines.line(), lines.remaining_text());
        header.line_number = lines.line_number();
        if (const auto columns = probe_columns_of(header)) return ProbeReader{source, header, *columns}.read();
    }
    return source.refusal_at(1, "neither a file of timestep/probe.hpp nor a table of `timestep_lab slow --csv`",
                             "attach the probe to the game's loop (docs/library.md)");
}

} // namespace recordings
