// timestep_lab plan -- prints the steps that a loop would run for given frame times, one row per frame
#include "timestep/loop.hpp"

#include "base/mapped_file.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "lab/foreign/foreign_loop.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lane_options.hpp"
#include "programs/timestep_lab/output.hpp"
#include "programs/timestep_lab/recording_choice.hpp"
#include "recordings/formats/column.hpp"
#include "recordings/formats/csv.hpp"
#include "recordings/formats/parsed_number.hpp"
#include "recordings/formats/text_encoding.hpp"
#include "telemetry/csv.hpp"

#include <fmt/core.h>

#include <optional>

namespace timestep_lab
{

namespace
{
using namespace timestep;

struct PlanOptions
{
    LoopOptions loop;
    std::vector<std::string> lane_command_words;
    std::string frames_file;
    std::string refresh_hz;
    std::string csv_file;
};

[[noreturn]] void throw_at_line(const std::filesystem::path& path, std::size_t line_number, std::string_view error)
{
    throw BadInput{"{}:{}: {}", path, line_number, base::Verbatim{error}};
}

// The power of ten that converts a column frame_ns, frame_us or frame_ms to nanoseconds; empty for other columns.
std::optional<int> decimal_exponent_to_ns(const recordings::Column& column)
{
    if (column.header.normalised_names.empty()) return std::nullopt;
    const std::string& column_name = column.header.normalised_names[column.index];
    if (column_name == "framens") return recordings::ns_exponent;
    if (column_name == "frameus") return recordings::us_exponent;
    if (column_name == "framems") return recordings::ms_exponent;
    return std::nullopt;
}

// Reads the column's frame times without rounding. Throws BadInput if a row is not a number.
std::vector<Nanos> read_exact_column(const std::filesystem::path& path, const recordings::Column& column,
                                     int decimal_exponent)
{
    const recordings::Header& header = column.header;
    std::vector<Nanos> frame_times;
    recordings::LineReader lines{header.text_below, header.line_number + 1};
    recordings::FieldSplitter fields{column.index + 1};
    while (lines.next())
    {
        if (lines.line().empty()) continue;
        if (frame_times.size() == recordings::max_read_frames)
            throw_at_line(path, lines.line_number(),
                          fmt::format("more than {} frames; split the file", recordings::max_read_frames));
        fields.split(lines.line(), header.dialect.separator);
        if (fields.size() <= column.index)
            throw_at_line(path, lines.line_number(), "the row ends before its frame time");
        const std::string_view text = fields[column.index];
        const recordings::ParsedNumber number =
            recordings::parse_scaled(text, decimal_exponent, header.dialect.decimal_mark);
        if (!number.ok()) throw_at_line(path, lines.line_number(), base::message("'{}' is not a frame time", text));
        if (std::abs(number.value) > Nanos::max().count() / 2)
            throw_at_line(path, lines.line_number(), base::message("a frame of '{}' is longer than 146 years", text));
        frame_times.emplace_back(number.value);
    }
    if (frame_times.empty()) throw BadInput{"{}: there is no frame below the header", path};
    return frame_times;
}

std::vector<Nanos> read_exact_frame_times(const std::filesystem::path& path, bool quiet)
{
    const base::MappedFile file{path};
    if (!file.error().empty()) throw BadInput{"{}: {}", path, base::Verbatim{file.error()}};
    const std::string file_name = base::path_to_utf8(path);
    std::string utf8_storage;
    const recordings::ColumnSearch found_column =
        recordings::find_column({file_name, recordings::to_utf8(file.bytes(), utf8_storage)}, {});
    if (const auto* const column = std::get_if<recordings::Column>(&found_column))
        if (const auto decimal_exponent = decimal_exponent_to_ns(*column))
        {
            std::vector<Nanos> frame_times = read_exact_column(path, *column, *decimal_exponent);
            base::throw_if_error(file.truncation_error(file_name));
            return frame_times;
        }

    const RecordingChoice choice{.file = file_name};
    ChosenStream chosen = choose_stream(recordings::read(file.bytes(), file_name), choice);
    base::throw_if_error(file.truncation_error(file_name));
    require_replayable(chosen);
    if (!quiet) print_remark(chosen.recording, choice.file);
    return std::move(chosen.recording.streams[chosen.stream_index].frame_times);
}

void run_plan_command(const PlanOptions& options, bool quiet)
{
    require_usable_outputs({{"--frames", options.frames_file}, {"--csv", options.csv_file, true}});
    Loop loop = parse_loop(options.loop);
    const timestep::Nanos refresh_period = parse_refresh_period(options.refresh_hz);
    const std::vector<timestep::Nanos> frame_times =
        read_exact_frame_times(base::path_from_utf8(options.frames_file), quiet);

    const std::vector<std::string> lane_command = parse_lane_command(options.lane_command_words);
    std::optional<lab::ForeignLoop> foreign_loop;
    if (!lane_command.empty())
        foreign_loop.emplace(lane_command, lab::LoopGreeting{.rate = loop.rate(), .refresh_period = refresh_period});

    const bool writes_csv = !options.csv_file.empty();
    base::AtomicFileWriter row_writer{base::path_from_utf8(writes_csv ? options.csv_file : "-")};
    const auto finish_file = [&row_writer, writes_csv]
    {
        if (writes_csv)
            finish_csv(row_writer);
        else if (const auto error = row_writer.finish())
            throw BadInput{"{}", base::Verbatim{*error}};
    };
    if (row_writer.has_failed()) finish_file();
    if (writes_csv)
        row_writer.add_line("frame,{}", telemetry::plan_csv_columns);
    else
        row_writer.add_line("{} at {} Hz; times in ms\n{:>7} {:>12} {:>6} {:>12} {:>12} {:>12} {:>12} {:>12} {:>8}",
                            foreign_loop ? foreign_loop->name() : options.loop.preset_name,
                            base::number_text(to_hertz(loop.rate())), "frame", "measured", "steps", "dt", "tail",
                            "carried", "dropped", "filter error", "alpha");
    for (std::size_t i = 0; i < frame_times.size(); ++i)
    {
        const FrameInput input{.frame_time = frame_times[i], .refresh_period = refresh_period};
        const StepPlan plan = foreign_loop ? foreign_loop->plan(input, loop.rate()) : loop.plan(input);
        if (writes_csv)
            row_writer.add_line("{},{}", i, telemetry::plan_csv_cells(frame_times[i], plan));
        else
            row_writer.add_line("{:>7} {:>12.6f} {:>6} {:>12.6f} {:>12.6f} {:>12.6f} {:>12.6f} {:>12.6f} {:>8.6f}", i,
                                to_millis(frame_times[i]), plan.steps, to_millis(plan.dt), to_millis(plan.tail),
                                to_millis(plan.carried), to_millis(plan.dropped), to_millis(plan.filter_error),
                                plan.alpha);
    }
    finish_file();
}
} // namespace

void add_plan_command(CLI::App& program)
{
    auto [command, options] = add_command<PlanOptions>(
        program, "plan", "Print the steps that a loop runs for given frame times.", run_plan_command);
    add_loop_options(command, options.loop);
    add_lane_command_option(command, options.lane_command_words);
    add_option(command, "--frames", options.frames_file,
               "A recording (see `list formats`), or any table with a column frame_ns, frame_us or frame_ms.",
               {.type = "FILE", .is_required = true});
    add_option(command, "--refresh-hz", options.refresh_hz, "The display's refresh rate, for loops that use it.",
               {.type = "RATE"});
    add_option(command, "--csv", options.csv_file,
               "Write the steps of each frame and its carried and dropped time, in nanoseconds, as CSV to FILE; - for "
               "the terminal.",
               {.type = "FILE"});
}

} // namespace timestep_lab
