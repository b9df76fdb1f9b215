// programs/timestep_lab/recording_choice.hpp -- a recording as it is asked for on the command line: FILE [--stream
// NUMBER|NAME], and how to read a table that does not tell by itself: [--column NAME] [--unit UNIT] [--absolute]
#pragma once

#include "recordings/formats/recording.hpp"

#include <CLI/App.hpp>

#include <string>

namespace timestep_lab
{

struct ColumnFlags
{
    std::string column; ///< empty for what the names tell
    std::string unit;   ///< "s", "ms", "us", "ns", "hz"; empty for what the file tells
    bool absolute = false;
};

struct RecordingChoice
{
    std::string file;
    std::string stream; ///< a number from 1, or a part of an application's name; empty for the default
    ColumnFlags table = {};
};

void add_stream_option(CLI::App& command, std::string& stream);
/// --column, --unit and --absolute.
void add_column_options(CLI::App& command, ColumnFlags& flags);
/// FILE, --stream, and how to read a table.
void add_recording_options(CLI::App& command, RecordingChoice& choice);

struct ChosenRecording
{
    recordings::Recording recording;
    std::size_t index = 0;

    const recordings::Stream& stream() const { return recording.streams[index]; }
};

/// Throws BadInput with the reason and the remedy for a file that cannot be read, with the nearest name for a stream
/// that is not in it.
ChosenRecording read_recording(const RecordingChoice& choice);
/// As above, and also for a stream that must not be replayed. What had to be concluded of the file is told on the
/// standard error, unless it is to be `quiet`.
ChosenRecording read_replayable(const RecordingChoice& choice, bool quiet);
/// The same of what has been read already.
ChosenRecording replayable(recordings::Result result, const RecordingChoice& choice, bool quiet);

} // namespace timestep_lab
