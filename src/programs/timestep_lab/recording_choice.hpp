// programs/timestep_lab/recording_choice.hpp -- the options that choose a recording: FILE [--stream NUMBER|NAME]; and
// the frame-time column of a table of an unknown tool: [--column NAME] [--unit UNIT] [--absolute]
#pragma once

#include "recordings/formats/recording.hpp"

#include <CLI/App.hpp>

#include <string>

namespace timestep_lab
{

struct ColumnFlags
{
    std::string column;    ///< name or number of the column; empty to find the column by the names in the header
    std::string unit;      ///< "s", "ms", "us", "ns" or "hz"; empty to find the unit from the file
    bool absolute = false; ///< the column holds time stamps instead of frame times
};

struct RecordingChoice
{
    std::string file;
    std::string stream; ///< number of the stream from 1, or a part of its application's name; empty for the default
    ColumnFlags table = {};
};

/// Adds --stream to `command`.
void add_stream_option(CLI::App& command, std::string& stream);
/// Adds --column, --unit and --absolute to `command`.
void add_column_options(CLI::App& command, ColumnFlags& flags);
/// Adds FILE and all the options above to `command`.
void add_recording_options(CLI::App& command, RecordingChoice& choice);

/// A recording that was read, and its chosen stream.
struct ChosenRecording
{
    recordings::Recording recording;
    std::size_t index = 0; ///< number of the chosen stream, from 0

    const recordings::Stream& stream() const { return recording.streams[index]; }
};

/// Reads a recording. Throws BadInput with the reason and the remedy if the file cannot be read, and with the nearest
/// name if it has no such stream.
ChosenRecording read_recording(const RecordingChoice& choice);
/// Like read_recording(), but also throws BadInput if the stream's frame times cannot drive a loop. Prints assumptions
/// about the file on the standard error, unless `quiet` is true.
ChosenRecording read_replayable(const RecordingChoice& choice, bool quiet);
/// Like read_replayable(), for a file that has already been read.
ChosenRecording replayable(recordings::Result result, const RecordingChoice& choice, bool quiet);

} // namespace timestep_lab
