// programs/timestep_lab/recording_choice.hpp -- options that select a recording, and what to read from it
#pragma once

#include "programs/command_line/options.hpp"
#include "recordings/facts/frame_time_patterns.hpp"
#include "recordings/formats/recording.hpp"

#include <string>
#include <vector>

namespace timestep_lab
{

struct ColumnOptions
{
    recordings::ReadOptions read_options; ///< without its unit
    std::string unit; ///< "s", "ms", "us", "ns" or "hz"; if empty, detected by the file
};

struct FrameEditOptions
{
    bool merges_generated_frames = false; ///< true: join each generated frame with the adjacent frame of the game
    std::string start_time{}; ///< time from the recording's start to the part's start, such as "12s"; empty for 0
    std::string end_time{}; ///< time from the recording's start to the part's end; empty for the recording's end
};

struct RecordingChoice
{
    std::string file;
    /// Number of a swap chain, from 1, or a part of its program's name. Empty for the one with the most frames.
    std::string stream_selector{};
    ColumnOptions columns = {};
    FrameEditOptions frame_edits = {};
};

void add_stream_option(CLI::App& command, std::string& stream_selector);
void add_column_options(CLI::App& command, ColumnOptions& options);
/// Adds --timing: "presents" selects the game's frame times, "displayed" the times between displayed frames.
CLI::Option& add_timing_option(CLI::App& command, std::string& timing);
/// True for "displayed"; false for "presents" and for an empty string. Throws BadInput for another string.
bool is_displayed_timing(const std::string& timing);
/// If the text is empty, the rate is unknown. Throws BadInput for a rate below 1 Hz.
recordings::DisplayRate parse_display(const std::string& refresh_hz, bool is_vrr = false);
void add_frame_edit_options(CLI::App& command, FrameEditOptions& options);
/// Adds FILE, --stream and the options for columns.
void add_recording_options(CLI::App& command, RecordingChoice& choice);

struct ChosenStream
{
    recordings::Recording recording;
    std::size_t stream_index = 0; ///< index of the selected stream, from 0

    const recordings::Stream& stream() const { return recording.streams[stream_index]; }
};

/// Reads all frame times, but display times and latencies only from --from to --to.
recordings::RecordingOrError read_with_display_timing(const RecordingChoice& choice);
/// Reads the recording without display times and latencies.
recordings::RecordingOrError read_frame_times(const RecordingChoice& choice);
/// The stream of `choice`, or the default stream. Throws BadInput without such a stream.
ChosenStream choose_stream(recordings::RecordingOrError recording, const RecordingChoice& choice);
/// Throws BadInput with the reason why no loop can run with the frame times.
void require_replayable(const ChosenStream& chosen);
/// Keeps Stream::coverage() of the whole recording. Throws BadInput if no frame is left, or if there are no generated
/// frames to merge.
void apply_frame_edits(ChosenStream& chosen, const RecordingChoice& choice);
void print_remark(const recordings::Recording& recording, const std::string& file);

/// Throws BadInput if the recording cannot be replayed.
ChosenStream read_replayable_recording(const RecordingChoice& choice, bool quiet);

} // namespace timestep_lab
