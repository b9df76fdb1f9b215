// programs/timestep_lab/recording_choice.hpp -- the options that choose a recording, one of its streams, its column and
// a part of it, and the functions that read it
#pragma once

#include "base/message.hpp"
#include "programs/command_line/options.hpp"
#include "recordings/formats/recording.hpp"
#include "timestep/time.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace timestep_lab
{

struct ColumnFlags
{
    std::string column;    ///< name or number of the column; if empty, it is found by the names in the header
    std::string unit;      ///< "s", "ms", "us", "ns" or "hz"; if empty, the unit is found from the file
    bool absolute = false; ///< true if the column contains points in time, not frame times
    std::string pattern{}; ///< pattern of the lines of a text log, with {} in place of the number
};

/// The part of the frames that is used.
struct PartFlags
{
    bool pairs = false; ///< true: join each frame that a driver made with the game's frame next to it
    std::string from{}; ///< start of the part, from the start of the recording, such as "12s"; empty for the start
    std::string to{};   ///< end of the part; empty for the end
};

struct RecordingChoice
{
    std::string file;
    /// Number of the stream, from 1, or a part of its application's name; empty for the default stream.
    std::string stream;
    ColumnFlags table = {};
    PartFlags part    = {};
};

/// Adds the option --stream, which chooses the frames of one program in a recording, to `command`.
void add_stream_option(CLI::App& command, std::string& stream);
/// Adds the options --column, --unit, --pattern and --absolute to `command`.
void add_column_options(CLI::App& command, ColumnFlags& flags);
/// Adds the option --timing to `command`, and returns it. It chooses the frame times for the statistics: those of the
/// game ("presents"), or the times from one picture on the screen to the next ("displayed").
CLI::Option& add_timing_option(CLI::App& command, std::string& timing);
/// True if the value of --timing is "displayed": the frame times are the times from one picture on the screen to the
/// next. Throws BadInput for an unknown value.
bool is_displayed(const std::string& timing);
/// Adds the options --pairs, --from and --to to `command`.
void add_part_options(CLI::App& command, PartFlags& part);
/// Adds the argument FILE and the options of add_stream_option() and add_column_options() to `command`.
void add_recording_options(CLI::App& command, RecordingChoice& choice);

/// The error about a file that has the format of a recording and is damaged or incomplete.
struct DamagedRecording : base::BadInput
{
    using BadInput::BadInput;
};

/// A recording that has been read, and the stream that the user chose.
struct ChosenRecording
{
    recordings::Recording recording;
    std::size_t index = 0; ///< index of the chosen stream, from 0

    const recordings::Stream& stream() const { return recording.streams[index]; }
};

/// Keeps only the part of each stream that the user chose. Throws BadInput if no frame of the chosen stream is left, or
/// if the user chose --pairs and its frames show no frame generation.
void keep_part(ChosenRecording& chosen, const RecordingChoice& choice);
/// Reads a recording, and the display timing of each of its streams into `timings`: only of the part that the user
/// chose of each stream. Throws BadInput with the reason and the remedy if the file cannot be read, or with the nearest
/// name if no stream has the requested name.
ChosenRecording read_with_display_timing(const RecordingChoice& choice,
                                         std::vector<recordings::DisplayTiming>& timings);
/// Reads a recording. Throws BadInput if it cannot be read, or if a loop cannot run with the frame times of the chosen
/// stream. Unless `quiet` is true, prints assumptions about the file to the standard error.
ChosenRecording read_replayable(const RecordingChoice& choice, bool quiet);
/// Checks a recording that has already been read. Throws BadInput if a loop cannot run with the frame times of the
/// chosen stream. Unless `quiet` is true, prints assumptions about the file to the standard error.
ChosenRecording replayable(recordings::Result result, const RecordingChoice& choice, bool quiet);

struct NamedRecording
{
    std::string file;
    /// True if the user gave the path of this file; false if the file was found by a folder or a pattern such as *.csv.
    bool by_itself = false;
};
/// The files for the given names, each file once. For a folder, these are the files in it. For a name with `*`, `?` or
/// `[` that does not exist, these are the paths that match it. Files of a folder or a pattern are sorted by name.
/// Throws BadInput for a pattern without a match, and for an empty folder.
std::vector<NamedRecording> recordings_at(const std::vector<std::string>& names);

/// The frame times of a recording, exact to the nanosecond: decimals are not rounded to binary fractions. In a column
/// frame_ns, frame_us or frame_ms, each row must be a number; zero and negative values are allowed (a clock that was
/// set back). Other files are read like any recording; unless `quiet` is true, assumptions about them are printed to
/// the standard error. Throws BadInput with the file and the line if the file cannot be read, or has no frames.
std::vector<timestep::Nanos> read_frames(const std::filesystem::path& path, bool quiet);

} // namespace timestep_lab
