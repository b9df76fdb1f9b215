// recordings/formats/recording.hpp -- reads recordings of frame times from many tools, as whole nanoseconds
#pragma once

#include "recordings/formats/formats.hpp"
#include "timestep/time.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace recordings
{

using timestep::Nanos;

enum class Unit : std::uint8_t
{
    s,
    ms,
    us,
    ns,
    hz, ///< frames per second: the numbers are frame rates, not times
};
std::string_view spelled_out_name_of(Unit unit); ///< for example "milliseconds"

struct TimeRange
{
    Nanos from{}; ///< start, relative to the start of the stream's first frame
    Nanos to = Nanos::max(); ///< end, exclusive

    bool contains(Nanos frame_start) const { return frame_start >= from && frame_start < to; }
    bool is_whole_recording() const { return from <= Nanos::zero() && to == Nanos::max(); }
};

/// How the user chose to read a file. By default, its format is detected.
struct ReadOptions
{
    /// Name of the column, or its number from 1. In a JSON trace: name of the event. If empty, usual names are tried.
    std::string column = {};
    std::optional<Unit> unit = {}; ///< overrides the unit in the column's name
    bool column_has_timestamps = false; ///< true: the column has time stamps, whose differences are the frame times
    /// One line of a text log, with `{}` for the frame time, such as "frame took {} ms". Empty for other files.
    std::string pattern = {};
    /// Display times and latencies are read only for frames that start in this range. Empty to read none of them.
    std::optional<TimeRange> display_timing_range = {};

    /// True: a file that becomes shorter while it is read is no error, and gives the frames that were read.
    bool keeps_first_part = false;

    /// True if an option says how to read the file.
    bool overrides_format() const { return !column.empty() || unit || column_has_timestamps || !pattern.empty(); }
};

/// Where a frame time starts and ends, which depends on the recording tool.
enum class FrameBoundary : std::uint8_t
{
    frame_start, ///< from the start of a frame's work to the start of the next frame's work, as a loop measures it
    present, ///< from one call of Present to the next; the frame reaches the screen later
    unknown, ///< the file has frame times or time stamps, but does not say of what
};
std::string_view meaning_of(FrameBoundary boundary); ///< for example "from one call of Present to the next"

/// Limits of (sum of the frame times) / (time from first to last time stamp) in a complete recording; ideally 1.
constexpr double min_coverage = 0.95;
constexpr double max_coverage = 1.05;

/// Display times and latencies of the frames of one swap chain. A member is empty if the recording has no such values.
struct DisplayTiming
{
    std::optional<std::size_t> dropped_count{}; ///< number of frames that never reached the screen
    std::optional<std::size_t> generated_count{}; ///< number of frames that a driver generated or repeated

    struct LatencyColumn
    {
        std::string column; ///< name of the column
        std::vector<Nanos> values; ///< one entry for each row that has a value
    };
    /// Latency columns in the order of the file, without empty columns.
    std::vector<LatencyColumn> latencies{};

    /// GPU-bound: the GPU is busy for at least 95 % of the frame time. CPU-bound: the CPU is, but not the GPU.
    std::size_t gpu_bound_count = 0, cpu_bound_count = 0, known_busy_time_count = 0;

    std::string display_interval_column{}; ///< name of the column with the display intervals
    std::vector<Nanos> display_intervals{}; ///< intervals between displayed frames, including generated frames

    /// By PresentMon's definition of `animation_error_definition`: (time between the simulation starts of two displayed
    /// frames of the game) / (displayed frames after the first one, generated ones included) - (time since the
    /// displayed frame before it).
    std::vector<Nanos> animation_errors{};
    /// Only for Android's gfxinfo: for each valid frame, the time from its intended VSYNC to its completion.
    std::vector<Nanos> render_times{};

    std::string recorded_animation_error_column{}; ///< name of the column with the tool's own animation errors
    std::vector<Nanos> recorded_animation_errors{}; ///< the tool's own animation errors, without values beyond +-1 day
    bool has_recorded_errors_of_generated = false; ///< PresentMon 2.5.1 and older write none
};

/// Names the version. Its commit is in no release tag yet; PresentMon 2.5.1 has an older definition.
inline constexpr std::string_view animation_error_definition = "PresentMon main e57eae2f (#669)";

/// The frame times of one swap chain of one process. Strings are UTF-8 without control characters.
struct Stream
{
    std::string application; ///< program name; empty if unknown
    std::uint32_t process_id = 0;
    std::string swap_chain; ///< address as written in the file; "run 1", "run 2" ... in a CapFrameX record
    std::vector<Nanos> frame_times; ///< all valid frame times, each 0 to 1 day; their sum fits into Nanos

    std::size_t missing_count = 0; ///< number of rows with the frame time NA, N/A, null or empty
    /// Number of rows whose frame time is no number or not from 0 to 1 day. Excludes rows that `missing_count` counts.
    std::size_t invalid_count = 0;
    std::size_t first_invalid_line = 0; ///< line number in the file, from 1
    std::string first_invalid_text;
    std::optional<std::size_t> dropped_count; ///< frames that never reached the screen; empty if unknown
    bool has_display_times = false; ///< true if the file has intervals between displayed frames
    std::optional<Nanos> refresh_period{}; ///< of the display, by the file; empty if the file does not have it
    /// Rows with a present mode, and those of them that a compositor showed (PresentMon: PresentMode).
    std::size_t present_mode_count = 0, composed_count = 0;
    /// Fraction of the frames of the whole recording that never reached the screen, 0 to 1; empty if unknown.
    std::optional<double> never_displayed_share{};
    /// Number of animation errors over 1 day, which are errors of the recording tool.
    std::size_t impossible_animation_error_count = 0;

    std::optional<Nanos> timestamp_span; ///< time from the first to the last time stamp; empty without a time column
    Nanos frame_time_sum_in_span{}; ///< sum of the frame times within `timestamp_span`
    DisplayTiming timing{}; ///< empty unless it was read
    /// Indices of the frames before which other frames are missing, by the clock of the file. Ascending, above 0.
    std::vector<std::size_t> frames_after_gaps{};

    /// frame_time_sum_in_span / timestamp_span; below 1 if frames are missing. Empty unless the span is known and
    /// positive.
    std::optional<double> coverage() const;
    /// True if a compositor showed at least 95 % of the frames: never two frames in one refresh.
    bool is_composed() const { return composed_count > 0 && composed_count >= present_mode_count / 20 * 19; }
};

struct Recording
{
    std::string name{}; ///< file name, as given by the caller
    const Format* format = &Format::frame_ns;
    std::string tool{}; ///< name of the tool that wrote the file, with its version if known
    std::string frame_time_column{};
    FrameBoundary frame_boundary = FrameBoundary::frame_start;
    std::string remark{}; ///< one line for the user about limits of the format, or empty
    std::vector<Stream> streams{}; ///< one per swap chain, in the order of their first rows; never empty
    /// Index of the swap chain with the most frames. The last choices are the desktop compositor, dwm.exe, and windows
    /// that draw on demand: with a mean frame time over 200 ms.
    std::size_t default_stream_index = 0;
    std::size_t truncated_row_count = 0; ///< rows that end before their frame time, as after an interrupted recording
    std::size_t first_truncated_line = 0; ///< line number of the first row that ends too early, from 1
    /// True: the file became shorter while it was read (ReadOptions::keeps_first_part).
    bool is_first_part = false;
};
/// "the file became shorter while it was read: these are its first 1200 frames"; empty for a whole file.
std::string first_part_text(const Recording& recording);

/// Stream::frames_after_gaps of the part of a stream that begins at `first_frame`.
std::vector<std::size_t> frames_after_gaps_from(const std::vector<std::size_t>& frames_after_gaps,
                                                std::size_t first_frame);

/// True if over 1 % of the rows have impossible frame times, so that long frames can be among them.
bool has_many_impossible_rows(const Stream& stream);

/// True if each row is a call of Present, so that rows of frames that a driver generated can be among them.
bool has_rows_of_presents(const Recording& recording);

/// The reason for which a file cannot be used.
struct RecordingError
{
    std::string file;
    std::size_t line = 0; ///< line number, from 1; 0 if the problem concerns the whole file
    std::string problem;
    std::string remedy; ///< what the user can do about the problem
    /// True if the file that causes the error is damaged or incomplete; false if its format is unknown.
    bool is_format_known = false;
};
/// "FILE:LINE: problem; remedy". On a system without options, such as a web page, without a remedy that names options.
std::string to_string(const RecordingError& error);
/// For programs and commands without options for columns and units: a remedy that names options is followed by the
/// command that has them.
std::string to_string_with_command(const RecordingError& error);

using RecordingOrError = std::variant<Recording, RecordingError>;

/// Reads a recording from memory. Returns a RecordingError for invalid input, and throws nothing.
RecordingOrError read(std::string_view bytes, std::string_view name, const ReadOptions& options = {});
/// Reads a recording from a file, as read() does. The file is mapped into memory; with ReadOptions::keeps_first_part, a
/// file of up to 1 GB is copied.
RecordingOrError read_file(const std::filesystem::path& path, const ReadOptions& options = {});

/// The reason why no loop can run with the frame times of recording.streams[stream_index]; std::nullopt if loops can.
std::optional<RecordingError> replay_rejection(const Recording& recording, std::size_t stream_index);

/// Replaces all frame times by the intervals between displayed frames. Returns an error if these are unknown.
std::optional<RecordingError> use_display_intervals(Recording& recording);

} // namespace recordings
