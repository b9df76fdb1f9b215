#include "programs/timestep_lab/recording_choice.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "programs/command_line/options.hpp"
#include "programs/timestep_lab/command.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace timestep_lab
{

namespace
{

// The stream with the most frames whose `name` (a member of Stream) contains the string.
std::optional<std::size_t> find_longest_stream(const recordings::Recording& recording, const std::string& name_part,
                                               std::string recordings::Stream::*name)
{
    const std::vector<recordings::Stream>& streams = recording.streams;
    const std::string lower_case_part = base::ascii_lower_case(name_part);
    std::optional<std::size_t> longest_index;
    for (std::size_t i = 0; i < streams.size(); ++i)
        if (base::ascii_lower_case(streams[i].*name).find(lower_case_part) != std::string::npos &&
            (!longest_index || streams[i].frame_times.size() > streams[*longest_index].frame_times.size()))
            longest_index = i;
    return longest_index;
}

std::size_t chosen_stream_index(const recordings::Recording& recording, const RecordingChoice& choice)
{
    if (choice.stream_selector.empty()) return recording.default_stream_index;
    const std::size_t stream_count = recording.streams.size();
    if (const auto stream_number = base::parse_number<std::size_t>(choice.stream_selector))
    {
        if (*stream_number >= 1 && *stream_number <= stream_count) return *stream_number - 1;
        throw BadInput{"{}: there is no stream {}; choose one from 1 to {} (see `inspect`)", choice.file,
                       *stream_number, stream_count};
    }
    for (const auto name : {&recordings::Stream::application, &recordings::Stream::swap_chain})
        if (const auto index = find_longest_stream(recording, choice.stream_selector, name)) return *index;
    std::vector<std::string_view> application_names;
    for (const recordings::Stream& stream : recording.streams)
        for (const std::string_view name : {std::string_view{stream.application}, std::string_view{stream.swap_chain}})
            if (!name.empty()) application_names.push_back(name);
    if (application_names.empty())
        throw BadInput{"{}: the streams have no names; choose one from 1 to {} (see `inspect`)", choice.file,
                       stream_count};
    throw BadInput{"{}: {}", choice.file,
                   base::Verbatim{base::unknown_name_message("stream", choice.stream_selector, application_names)}};
}

recordings::ReadOptions parse_read_options(const ColumnOptions& options,
                                           const std::optional<recordings::TimeRange>& timing_range = {})
{
    constexpr std::array<std::string_view, 5> unit_names{"s", "ms", "us", "ns", "hz"}; // indexed by recordings::Unit
    recordings::ReadOptions read_options = options.read_options;
    read_options.display_timing_range = timing_range;
    if (options.unit.empty()) return read_options;
    const auto unit_name = std::ranges::find(unit_names, base::ascii_lower_case(options.unit));
    if (unit_name == unit_names.end()) throw BadInput{"--unit takes s, ms, us, ns or hz, not '{}'", options.unit};
    read_options.unit = static_cast<recordings::Unit>(unit_name - unit_names.begin());
    return read_options;
}

using timestep::Nanos;

Nanos parse_option_time(std::string_view flag, const std::string& text, Nanos default_time)
{
    if (text.empty()) return default_time;
    const auto time = base::parse_duration(text);
    if (!time) throw BadInput{"{} takes a time, such as 12s, not '{}'", flag, text};
    return *time;
}

recordings::TimeRange parse_time_range(const FrameEditOptions& options)
{
    return {parse_option_time("--from", options.start_time, Nanos::zero()),
            parse_option_time("--to", options.end_time, Nanos::max())};
}

void merge_generated_frames(ChosenStream& chosen, const std::string& file)
{
    recordings::Stream& stream = chosen.recording.streams[chosen.stream_index];
    if (!recordings::detect_frame_generation(stream.frame_times, stream.never_displayed_share))
        throw BadInput{"{}: --pairs: these frames do not alternate between long and short; leave the option out", file};
    const std::vector<Nanos> frame_times = std::exchange(stream.frame_times, {});
    std::vector<std::size_t> part_ends = std::exchange(stream.frames_after_gaps, {});
    part_ends.push_back(frame_times.size());
    for (std::size_t begin = 0; const std::size_t end : part_ends)
    {
        if (begin > 0) stream.frames_after_gaps.push_back(stream.frame_times.size());
        const auto merged = recordings::with_short_frames_merged(std::span{frame_times}.subspan(begin, end - begin));
        stream.frame_times.insert(stream.frame_times.end(), merged.begin(), merged.end());
        begin = end;
    }
    chosen.recording.frame_time_column += ", in pairs";
}

void remove_frames_outside(const recordings::TimeRange& kept_range, recordings::Stream& stream)
{
    Nanos next_frame_start{};
    std::size_t first_kept_frame = 0;
    std::erase_if(stream.frame_times,
                  [&](Nanos frame_time)
                  {
                      const Nanos frame_start = next_frame_start;
                      next_frame_start += frame_time;
                      if (frame_start < kept_range.from) ++first_kept_frame;
                      return !kept_range.contains(frame_start);
                  });
    stream.frames_after_gaps = recordings::frames_after_gaps_from(stream.frames_after_gaps, first_kept_frame);
}

} // namespace

void add_stream_option(CLI::App& command, std::string& stream_selector)
{
    add_option(
        command, "--stream", stream_selector,
        "If a recording has several streams (programs or windows): the stream's number in the output of `inspect`, or "
        "a part of its application's or window's name. By default, the stream with the most frames, not counting the "
        "desktop's (dwm.exe) and windows that draw on demand.",
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

CLI::Option& add_timing_option(CLI::App& command, std::string& timing)
{
    return add_option(command, "--timing", timing,
                      "The frames to measure. presents, the default: the game's frames. displayed: the frames that "
                      "reached the screen, including generated frames.",
                      {.type = "presents|displayed"});
}

bool is_displayed_timing(const std::string& timing)
{
    return !timing.empty() && index_of_name(timing, {"presents", "displayed"}, "timing", "--timing") == 1;
}

recordings::DisplayRate parse_display(const std::string& refresh_hz, bool is_vrr)
{
    if (refresh_hz.empty()) return {.is_vrr = is_vrr};
    const double hz = to_hertz(parse_rate_option("--refresh-hz", refresh_hz));
    if (hz < 1.0) throw BadInput{"--refresh-hz takes at least 1 Hz, not '{}'", refresh_hz};
    return {.hz = hz, .rate_source = recordings::DisplayRate::RateSource::user, .is_vrr = is_vrr};
}

void add_frame_edit_options(CLI::App& command, FrameEditOptions& options)
{
    add_flag(command, "--pairs", options.merges_generated_frames,
             "For a game with frame generation: add the time of each generated frame to that of the game's own frame "
             "just before or just after it.");
    add_option(command, "--from", options.start_time,
               "Leave out the frames that begin before this time of the recording.", {.type = "TIME"});
    add_option(command, "--to", options.end_time,
               "Leave out the frames that begin at this time of the recording or later.", {.type = "TIME"});
}

void add_recording_options(CLI::App& command, RecordingChoice& choice)
{
    add_option(command, "file", choice.file, "A frame-time recording (see `list formats`).",
               {.type = "FILE", .is_required = true});
    add_stream_option(command, choice.stream_selector);
    add_column_options(command, choice.columns);
}

recordings::RecordingOrError read_with_display_timing(const RecordingChoice& choice)
{
    return recordings::read_file(base::path_from_utf8(choice.file),
                                 parse_read_options(choice.columns, parse_time_range(choice.frame_edits)));
}

recordings::RecordingOrError read_frame_times(const RecordingChoice& choice)
{
    return recordings::read_file(base::path_from_utf8(choice.file), parse_read_options(choice.columns));
}

ChosenStream choose_stream(recordings::RecordingOrError recording, const RecordingChoice& choice)
{
    ChosenStream chosen{value_or_throw(std::move(recording))};
    chosen.stream_index = chosen_stream_index(chosen.recording, choice);
    return chosen;
}

void require_replayable(const ChosenStream& chosen)
{
    throw_if_error(replay_rejection(chosen.recording, chosen.stream_index));
}

void apply_frame_edits(ChosenStream& chosen, const RecordingChoice& choice)
{
    if (choice.frame_edits.merges_generated_frames) merge_generated_frames(chosen, choice.file);
    for (recordings::Stream& stream : chosen.recording.streams) // the display timing was read only for the part
        if (stream.timing.dropped_count) stream.dropped_count = stream.timing.dropped_count;

    // Remove the frames of all streams that begin outside the part.
    const recordings::TimeRange kept_range = parse_time_range(choice.frame_edits);
    if (kept_range.is_whole_recording()) return;
    const std::vector<Nanos>& frame_times = chosen.stream().frame_times;
    const Nanos stream_length = std::accumulate(frame_times.begin(), frame_times.end(), Nanos{});
    for (recordings::Stream& stream : chosen.recording.streams) remove_frames_outside(kept_range, stream);
    if (frame_times.empty())
        throw BadInput{"{}: no frame begins in this part; the recording is {:.3f} s long", choice.file,
                       timestep::to_seconds(stream_length)};
}

void print_remark(const recordings::Recording& recording, const std::string& file)
{
    if (recording.remark.empty()) return;
    base::print_error("timestep_lab", base::message("{}: {}", file, base::Verbatim{recording.remark}));
}

ChosenStream read_replayable_recording(const RecordingChoice& choice, bool quiet)
{
    ChosenStream chosen = choose_stream(read_frame_times(choice), choice);
    require_replayable(chosen);
    apply_frame_edits(chosen, choice);
    if (!quiet) print_remark(chosen.recording, choice.file);
    return chosen;
}

} // namespace timestep_lab
