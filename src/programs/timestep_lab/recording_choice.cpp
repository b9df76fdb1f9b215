#include "programs/timestep_lab/recording_choice.hpp"

#include "base/mapped_file.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "programs/command_line/options.hpp"
#include "programs/timestep_lab/command.hpp"
#include "recordings/formats/column.hpp"
#include "recordings/formats/csv.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace timestep_lab
{

using namespace command_line;

namespace
{

// The index of the stream whose application name contains `name_part`. If there are several, the one with most frames.
std::optional<std::size_t> find_stream_by_application(const recordings::Recording& recording,
                                                      const std::string& name_part)
{
    std::optional<std::size_t> longest_stream_index;
    for (std::size_t i = 0; i < recording.streams.size(); ++i)
    {
        if (base::ascii_lower_case(recording.streams[i].application).find(base::ascii_lower_case(name_part)) ==
            std::string::npos)
            continue;
        if (!longest_stream_index ||
            recording.streams[i].frame_times.size() > recording.streams[*longest_stream_index].frame_times.size())
            longest_stream_index = i;
    }
    return longest_stream_index;
}

std::size_t chosen_stream_index_or_throw(const recordings::Recording& recording, const RecordingChoice& choice)
{
    if (choice.stream.empty()) return recording.default_stream_index;
    const std::size_t stream_count = recording.streams.size();
    if (const auto number = base::parse_number<std::size_t>(choice.stream))
    {
        if (*number >= 1 && *number <= stream_count) return *number - 1;
        throw BadInput{"{}: there is no stream {}; choose one from 1 to {} (see `inspect`)", choice.file, *number,
                       stream_count};
    }
    if (const auto found = find_stream_by_application(recording, choice.stream)) return *found;
    const auto names = base::names_of(recording.streams, &recordings::Stream::application);
    throw BadInput{"{}: {}", choice.file,
                   base::Verbatim{base::unknown_name_message_with_suggestion("stream", choice.stream, names)}};
}

recordings::ReadOptions parse_read_options_or_throw(const ColumnOptions& options,
                                                    const std::optional<recordings::TimeRange>& timing_range = {})
{
    constexpr std::array<std::string_view, 5> unit_names{"s", "ms", "us", "ns", "hz"}; // indexed by recordings::Unit
    recordings::ReadOptions read_options = options.read_options;
    read_options.display_timing_range    = timing_range;
    if (options.unit.empty()) return read_options;
    const auto unit = std::ranges::find(unit_names, base::ascii_lower_case(options.unit));
    if (unit == unit_names.end()) throw BadInput{"--unit takes s, ms, us, ns or hz, not '{}'", options.unit};
    read_options.unit = static_cast<recordings::Unit>(unit - unit_names.begin());
    return read_options;
}

using timestep::Nanos;

Nanos parse_time_with_default_or_throw(std::string_view flag, const std::string& text, Nanos default_time)
{
    if (text.empty()) return default_time;
    const auto time = base::parse_duration(text);
    if (!time) throw BadInput{"{} takes a time, such as 12s, not '{}'", flag, text};
    return *time;
}

recordings::TimeRange trim_range_or_throw(const FrameMergeAndTrimOptions& options)
{
    return {parse_time_with_default_or_throw("--from", options.start_time, Nanos::zero()),
            parse_time_with_default_or_throw("--to", options.end_time, Nanos::max())};
}

RecordingAndStream choose_stream_or_throw(recordings::RecordingOrError result, const RecordingChoice& choice)
{
    if (const auto* const refusal = std::get_if<recordings::RecordingError>(&result);
        refusal && refusal->is_format_known)
        throw DamagedRecordingError{base::Verbatim{to_string(*refusal)}};
    RecordingAndStream chosen{value_or_throw(std::move(result))};
    chosen.stream_index = chosen_stream_index_or_throw(chosen.recording, choice);
    return chosen;
}

std::vector<std::string> list_files_below_folder(const std::string& folder)
{
    std::vector<std::string> files;
    std::error_code error;
    constexpr auto options = std::filesystem::directory_options::skip_permission_denied;
    for (std::filesystem::recursive_directory_iterator it{base::path_from_utf8(folder), options, error}, end;
         !error && it != end; it.increment(error))
        if (it->is_regular_file(error)) files.push_back(base::path_to_utf8(it->path().generic_u8string()));
    if (error) throw BadInput{"{}: cannot be read: {}", folder, error.message()};
    std::ranges::sort(files);
    if (files.empty()) throw BadInput{"{}: there is no file in this folder or below it", folder};
    return files;
}

std::vector<std::string> list_files_matching_pattern(const std::string& pattern)
{
    std::vector<std::string> files = base::find_paths_matching_glob(pattern);
    if (files.empty()) throw BadInput{"{}: no file name matches this pattern", pattern};
    return files;
}

[[noreturn]] void throw_at_line(const std::filesystem::path& path, std::size_t line, std::string_view error)
{
    throw BadInput{"{}:{}: {}", path, line, base::Verbatim{error}};
}

// The power of ten that converts a column frame_ns, frame_us or frame_ms to nanoseconds; empty for other columns.
std::optional<int> decimal_exponent_to_ns(const recordings::Column& column)
{
    static constexpr std::array<std::pair<std::string_view, int>, 3> units{{{"framens", recordings::ns_exponent},
                                                                            {"frameus", recordings::us_exponent},
                                                                            {"framems", recordings::ms_exponent}}};
    for (const auto& [name, decimal_exponent] : units)
        if (!column.header.normalised_names.empty() && column.header.normalised_names[column.index] == name)
            return decimal_exponent;
    return std::nullopt;
}

Nanos parse_frame_time(const std::filesystem::path& path, std::size_t line, std::string_view text, int decimal_exponent,
                       char decimal_mark)
{
    const recordings::ParsedNumber number = recordings::parse_scaled_and_rounded(text, decimal_exponent, decimal_mark);
    if (!number.ok()) throw_at_line(path, line, base::message("'{}' is not a frame time", text));
    if (std::abs(number.value) > Nanos::max().count() / 2)
        throw_at_line(path, line, base::message("a frame of '{}' is longer than 146 years", text));
    return Nanos{number.value};
}

// Reads the column's frame times without rounding. Throws BadInput if a row is not a number.
std::vector<Nanos> read_exact_column(const std::filesystem::path& path, const recordings::Column& column,
                                     int decimal_exponent)
{
    const recordings::Header& header = column.header;
    std::vector<Nanos> frames;
    recordings::LineReader lines{header.text_below, header.line_number + 1};
    recordings::FieldSplitter fields{column.index + 1};
    while (lines.next())
    {
        if (lines.line().empty()) continue;
        if (frames.size() == recordings::max_read_frames)
            throw_at_line(path, lines.line_number(),
                          fmt::format("more than {} frames; split the file", recordings::max_read_frames));
        fields.split(lines.line(), header.dialect.separator);
        if (fields.size() <= column.index)
            throw_at_line(path, lines.line_number(), "the row ends before its frame time");
        frames.push_back(parse_frame_time(path, lines.line_number(), fields[column.index], decimal_exponent,
                                          header.dialect.decimal_mark));
    }
    if (frames.empty()) throw BadInput{"{}: there is no frame below the header", path};
    return frames;
}

} // namespace

void add_stream_option(CLI::App& command, std::string& stream)
{
    add_option(
        command, "--stream", stream,
        "If a recording has several streams (programs): the stream's number in the output of `inspect`, or a part of "
        "its application's name. By default, the stream with the most frames, not counting the desktop's (dwm.exe).",
        {.type = "NUMBER|NAME"});
}

void add_column_options(CLI::App& command, ColumnOptions& options)
{
    add_option(command, "--column", options.read_options.column,
               "For a file in an unknown format (see `list formats`): name or number of the column with the frame "
               "times. For a JSON trace: name of the event that starts each frame.",
               {.type = "NAME"});
    add_option(command, "--unit", options.unit,
               "Unit of the recorded numbers: s, ms, us, ns, or hz for frames per second.", {.type = "UNIT"});
    add_option(command, "--pattern", options.read_options.pattern,
               "Pattern of the lines with frame times in a text log; {} is the number, as in 'frame took {} ms'.",
               {.type = "TEXT"});
    add_flag(command, "--absolute", options.read_options.column_has_timestamps,
             "The recorded numbers are time stamps; the differences between them are the frame times.");
}

CLI::Option& add_presents_or_displayed_option(CLI::App& command, std::string& timing)
{
    return add_option(command, "--timing", timing,
                      "The frames to measure. presents, the default: the game's frames. displayed: the frames that "
                      "reached the screen, including generated frames.",
                      {.type = "presents|displayed"});
}

bool is_displayed_timing_or_throw(const std::string& timing)
{
    return !timing.empty() && index_or_throw(timing, {"presents", "displayed"}, "timing", "--timing") == 1;
}

std::optional<timestep::Rate> parse_refresh_rate_or_throw(const std::string& refresh_hz)
{
    if (refresh_hz.empty()) return std::nullopt;
    const timestep::Rate rate = parse_rate_or_throw("--refresh-hz", refresh_hz);
    if (to_hertz(rate) < 1.0) throw BadInput{"--refresh-hz takes at least 1 Hz, not '{}'", refresh_hz};
    return rate;
}

recordings::DisplayRate display_with_refresh_rate(const std::optional<timestep::Rate>& refresh_rate, bool is_vrr)
{
    if (!refresh_rate) return {.is_vrr = is_vrr};
    return {.hz = to_hertz(*refresh_rate), .rate_source = recordings::DisplayRate::RateSource::user, .is_vrr = is_vrr};
}

void add_frame_merge_and_trim_options(CLI::App& command, FrameMergeAndTrimOptions& options)
{
    add_flag(command, "--pairs", options.merges_generated_frames,
             "For a game with frame generation: add the time of each generated frame to that of the game's own frame "
             "just before or just after it.");
    add_option(command, "--from", options.start_time,
               "Leave out the frames that begin before this time of the recording.", {.type = "TIME"});
    add_option(command, "--to", options.end_time,
               "Leave out the frames that begin at this time of the recording or later.", {.type = "TIME"});
}

void apply_merge_and_trim_options(RecordingAndStream& chosen, const RecordingChoice& choice)
{
    recordings::Stream& stream = chosen.recording.streams[chosen.stream_index];
    if (choice.merge_and_trim.merges_generated_frames)
    {
        if (!recordings::detect_frame_generation(stream.frame_times, stream.never_displayed_share))
            throw BadInput{"{}: --pairs: these frames do not alternate between long and short; leave the option out",
                           choice.file};
        stream.frame_times = recordings::with_generated_frames_merged(stream.frame_times);
        chosen.recording.frame_time_column += ", in pairs";
    }
    const recordings::TimeRange part = trim_range_or_throw(choice.merge_and_trim);
    if (part.is_whole_recording()) return;
    const Nanos stream_length = std::accumulate(stream.frame_times.begin(), stream.frame_times.end(), Nanos{});
    for (recordings::Stream& any_stream : chosen.recording.streams)
    {
        Nanos frame_start{};
        std::erase_if(any_stream.frame_times,
                      [&](Nanos frame) { return !part.contains(std::exchange(frame_start, frame_start + frame)); });
        any_stream.timestamp_span.reset(); // the span of the time stamps is that of the whole stream, not of the part
    }
    if (stream.frame_times.empty())
        throw BadInput{"{}: no frame begins in this part; the recording is {:.3f} s long", choice.file,
                       timestep::to_seconds(stream_length)};
}

void add_file_stream_and_column_options(CLI::App& command, RecordingChoice& choice)
{
    add_option(command, "file", choice.file, "A frame-time recording (see `list formats`).",
               {.type = "FILE", .is_required = true});
    add_stream_option(command, choice.stream);
    add_column_options(command, choice.columns);
}

RecordingAndStream read_all_frames_and_trimmed_display_timing(const RecordingChoice& choice)
{
    return choose_stream_or_throw(
        recordings::read_file(base::path_from_utf8(choice.file),
                              parse_read_options_or_throw(choice.columns, trim_range_or_throw(choice.merge_and_trim))),
        choice);
}

RecordingAndStream read_replayable_and_merge_frames_and_trim(const RecordingChoice& choice, bool quiet)
{
    return check_replayable_and_merge_frames_and_trim(
        recordings::read_file(base::path_from_utf8(choice.file), parse_read_options_or_throw(choice.columns)), choice,
        quiet);
}

RecordingAndStream check_replayable_and_merge_frames_and_trim(recordings::RecordingOrError result,
                                                              const RecordingChoice& choice, bool quiet)
{
    RecordingAndStream chosen = choose_stream_or_throw(std::move(result), choice);
    throw_if_error(error_if_not_replayable(chosen.recording, chosen.stream_index));
    apply_merge_and_trim_options(chosen, choice);
    if (!quiet && !chosen.recording.remark.empty())
        base::print_error("timestep_lab",
                          base::message("{}: {}", choice.file, base::Verbatim{chosen.recording.remark}));
    return chosen;
}

std::vector<UncheckedFile> expand_to_unchecked_files(const std::vector<std::string>& paths_or_patterns)
{
    std::vector<UncheckedFile> files;
    // Different spellings of a path, such as "a" and "./a", are one file.
    std::set<std::filesystem::path> normalised_paths;
    const auto add_unless_listed = [&](const std::string& file, bool is_named_by_user)
    {
        if (normalised_paths.insert(base::path_from_utf8(file).lexically_normal()).second)
            files.push_back({file, is_named_by_user});
    };
    std::error_code error;
    for (const std::string& argument : paths_or_patterns)
    {
        const bool is_pattern = argument.find_first_of("*?[") != argument.npos &&
                                !std::filesystem::exists(base::path_from_utf8(argument), error);
        for (const std::string& path : is_pattern ? list_files_matching_pattern(argument) : std::vector{argument})
            if (std::filesystem::is_directory(base::path_from_utf8(path), error))
                for (const std::string& file : list_files_below_folder(path)) add_unless_listed(file, false);
            else
                add_unless_listed(path, !is_pattern);
    }
    return files;
}

std::vector<Nanos> read_frame_times(const std::filesystem::path& path, bool quiet)
{
    const base::MappedFile file{path};
    if (!file.error().empty()) throw BadInput{"{}: {}", path, base::Verbatim{file.error()}};
    const std::string name = base::path_to_utf8(path);
    std::string utf8_storage;
    const recordings::FindColumnResult found =
        recordings::find_column({name, recordings::to_utf8(file.bytes(), utf8_storage)}, {});
    if (const auto* const column = std::get_if<recordings::Column>(&found))
        if (const auto decimal_exponent = decimal_exponent_to_ns(*column))
            return read_exact_column(path, *column, *decimal_exponent);

    RecordingAndStream chosen =
        check_replayable_and_merge_frames_and_trim(recordings::read(file.bytes(), name), {name, ""}, quiet);
    return std::move(chosen.recording.streams[chosen.stream_index].frame_times);
}

} // namespace timestep_lab
