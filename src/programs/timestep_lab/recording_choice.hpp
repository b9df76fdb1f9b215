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
    std::string column;          ///< name or number of the column; if empty, it is found by the names in the header
    std::string unit;            ///< "s", "ms", "us", "ns" or "hz"; if empty, the unit is found from the file
    bool has_timestamps = false; ///< true if the column contains time stamps, not frame times
    std::string pattern{};       ///< pattern of the lines of a text log, with {} in place of the number
};

struct PartFlags
{
    bool joins_pairs = false; ///< true: join each frame that a driver made with the game's frame next to it
    std::string from{}; ///< start of the part, from the start of the recording, such as "12s"; empty for the start
    std::string to{};   ///< end of the part; empty for the end
};

struct RecordingChoice
{
    std::string file;
    /// Number of the stream, from 1, or a part of its application's name; empty for the default stream.
    std::string stream;
    ColumnFlags columns = {};
    PartFlags part      = {};
};

/// Adds --stream, which chooses the frames of one program in a recording.
void add_stream_option(CLI::App& command, std::string& stream);
void add_column_options(CLI::App& command, ColumnFlags& flags);
/// Adds --timing, which chooses the frame times: those of the game ("presents"), or the times from one displayed frame
/// to the next ("displayed").
CLI::Option& add_timing_option(CLI::App& command, std::string& timing);
/// True if `timing` is "displayed"; false if it is "presents" or empty. Throws BadInput for another value.
bool is_displayed_timing(const std::string& timing);
void add_part_options(CLI::App& command, PartFlags& flags);
void add_recording_options(CLI::App& command, RecordingChoice& choice);

/// The error about a file that has the format of a recording and is damaged or incomplete.
struct DamagedRecording : base::BadInput
{
    using BadInput::BadInput;
};

struct ChosenRecording
{
    recordings::Recording recording;
    std::size_t index = 0; ///< index of the chosen stream, from 0

    const recordings::Stream& stream() const { return recording.streams[index]; }
};

/// With --pairs, joins each generated frame of the chosen stream with the game's frame next to it. Then keeps only the
/// part of each stream that the user chose. Throws BadInput if no frame of the chosen stream is left, or
/// if the user chose --pairs and its frames show no frame generation.
void keep_chosen_part(ChosenRecording& chosen, const RecordingChoice& choice);
/// `timings` gets the display timing of the chosen part of each stream. Throws BadInput with the reason and the remedy
/// if the file cannot be read, or with the nearest name if no stream has the requested name.
ChosenRecording read_with_display_timing(const RecordingChoice& choice,
                                         std::vector<recordings::DisplayTiming>& timings);
/// Reads a recording. Throws BadInput if it cannot be read, or if a loop cannot run with the frame times of the chosen
/// stream. Unless `quiet` is true, prints assumptions about the file to the standard error.
ChosenRecording read_replayable(const RecordingChoice& choice, bool quiet);
/// Like read_replayable(), for a recording that has already been read.
ChosenRecording choose_replayable(recordings::Result result, const RecordingChoice& choice, bool quiet);

struct NamedRecording
{
    std::string file;
    /// True if the user gave the path of this file; false if the file was found by a folder or a pattern such as *.csv.
    bool is_named_by_user = false;
};
/// Returns the files that `names` stands for, each file once. A folder stands for the files in it; a name with `*`, `?`
/// or `[` that does not exist is a pattern. Throws BadInput for a pattern without a match, and for an empty folder.
std::vector<NamedRecording> find_recordings(const std::vector<std::string>& names);

/// Reads the frame times of a recording, exact to the nanosecond. In a column frame_ns, frame_us or frame_ms, each row
/// must be a number; zero and negative values are allowed (a clock that was set back). Throws BadInput with the file
/// and the line if the file cannot be read, or has no frames.
std::vector<timestep::Nanos> read_frame_times(const std::filesystem::path& path, bool quiet);

} // namespace timestep_lab
