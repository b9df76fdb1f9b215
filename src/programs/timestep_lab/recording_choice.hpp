// programs/timestep_lab/recording_choice.hpp -- options that select a recording, and what to read from it
#pragma once

#include "base/message.hpp"
#include "programs/command_line/options.hpp"
#include "recordings/facts/frame_time_patterns.hpp"
#include "recordings/formats/recording.hpp"
#include "timestep/time.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace timestep_lab
{

struct ColumnOptions
{
    recordings::ReadOptions read_options; ///< without its unit
    std::string unit;                     ///< "s", "ms", "us", "ns" or "hz"; if empty, detected by the file
};

struct FrameMergeAndTrimOptions
{
    bool merges_generated_frames = false; ///< true: join each generated frame with the adjacent frame of the game
    std::string start_time{}; ///< time from the recording's start to the part's start, such as "12s"; empty for 0
    std::string end_time{};   ///< time from the recording's start to the part's end; empty for the recording's end
};

struct RecordingChoice
{
    std::string file;
    /// The swap chain to read: its number, from 1, or a part of its program's name. Empty for the one with the most
    /// frames; the desktop's (dwm.exe) is then read only if no other swap chain has frames.
    std::string stream;
    ColumnOptions columns                   = {};
    FrameMergeAndTrimOptions merge_and_trim = {};
};

void add_stream_option(CLI::App& command, std::string& stream);
void add_column_options(CLI::App& command, ColumnOptions& options);
/// Adds --timing: "presents" selects the game's frame times, "displayed" the times between displayed frames.
CLI::Option& add_presents_or_displayed_option(CLI::App& command, std::string& timing);
/// True for "displayed"; false for "presents" and for an empty string. Throws BadInput for other strings.
bool is_displayed_timing_or_throw(const std::string& timing);
/// Parses the value of --refresh-hz in Hz; std::nullopt if it is empty. Throws BadInput if it is no rate or below 1 Hz.
std::optional<timestep::Rate> parse_refresh_rate_or_throw(const std::string& refresh_hz);
/// The display with the refresh rate that the user gave; `refresh_rate` is std::nullopt if the user gave none.
recordings::DisplayRate display_with_refresh_rate(const std::optional<timestep::Rate>& refresh_rate,
                                                  bool is_vrr = false);
void add_frame_merge_and_trim_options(CLI::App& command, FrameMergeAndTrimOptions& options);
void add_file_stream_and_column_options(CLI::App& command, RecordingChoice& choice);

/// The error for a recording that is damaged or incomplete, although its format was recognised.
struct DamagedRecordingError : base::BadInput
{
    using BadInput::BadInput;
};

struct RecordingAndStream
{
    recordings::Recording recording;
    std::size_t stream_index = 0; ///< index of the selected stream, from 0

    const recordings::Stream& stream() const { return recording.streams[stream_index]; }
};

/// Merges driver-generated frames if `choice` requests it, then cuts the recording to the part that `choice` selects.
/// Throws BadInput if no frame is left, or if there are no generated frames to merge.
void apply_merge_and_trim_options(RecordingAndStream& chosen, const RecordingChoice& choice);
/// Reads all frame times, but display times and latencies only from --from to --to. Throws BadInput on failure.
RecordingAndStream read_all_frames_and_trimmed_display_timing(const RecordingChoice& choice);
/// Throws BadInput if the file cannot be read or replayed. Unless `quiet`, prints the recording's `remark` on stderr.
RecordingAndStream read_replayable_and_merge_frames_and_trim(const RecordingChoice& choice, bool quiet);
/// Throws BadInput if `result` is an error or cannot be replayed.
RecordingAndStream check_replayable_and_merge_frames_and_trim(recordings::RecordingOrError result,
                                                              const RecordingChoice& choice, bool quiet);

/// A file that may or may not be a recording: it has not been opened yet.
struct UncheckedFile
{
    std::string file;
    /// True if the user gave the file's path; false if the file was found in a folder or by a pattern such as *.csv.
    bool is_named_by_user = false;
};
/// Expands folders and patterns to files without duplicates. Throws BadInput if one contains or matches no file.
std::vector<UncheckedFile> expand_to_unchecked_files(const std::vector<std::string>& paths_or_patterns);

/// The result can contain zero and negative frame times. Throws BadInput if the file cannot be read or has no frames.
std::vector<timestep::Nanos> read_frame_times(const std::filesystem::path& path, bool quiet);

} // namespace timestep_lab
