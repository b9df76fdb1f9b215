// recordings/formats/recording.hpp -- reads recordings of frame times, written by many tools, as exact nanoseconds
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

/// The unit of the numbers in a column.
enum class Unit : std::uint8_t
{
    s,
    ms,
    us,
    ns,
    hz, ///< frames per second: the numbers are frame rates, not times
};
std::string_view name_of(Unit unit); ///< for example "milliseconds"

/// A time interval of a recording.
struct TimeRange
{
    Nanos from{};            ///< start, relative to the start of the stream's first frame
    Nanos to = Nanos::max(); ///< end, exclusive

    /// True if the frame that starts at `frame_start` belongs to the range.
    bool contains(Nanos frame_start) const { return frame_start >= from && frame_start < to; }
    bool is_whole_recording() const { return from <= Nanos::zero() && to == Nanos::max(); }
};

/// The user's choice of the column to read. If any member except `timed_range` is set, even a file of a known format is
/// read as a plain table; only a JSON trace is still read as a trace.
struct ColumnChoice
{
    /// Name of the column, or its number from 1; in a trace, the name of the event. Empty: the program searches for a
    /// column with a known name.
    std::string column       = {};
    std::optional<Unit> unit = {};    ///< unit of the column; overrides the unit in the column's name
    bool has_timestamps      = false; ///< true: the column has time stamps, whose differences are the frame times
    /// Pattern of a text log's lines, with `{}` in place of the number, such as "frame took {} ms". Other lines are
    /// skipped. Empty: the file is not a text log.
    std::string pattern   = {};
    TimeRange timed_range = {}; ///< the frames that count in DisplayTiming; frame times are always read from all frames

    bool is_set() const { return !column.empty() || unit || has_timestamps || !pattern.empty(); }
};

/// The events between which a recording measures frame times.
enum class TimingSide : std::uint8_t
{
    cpu,     ///< from the start of a frame's work to the start of the next frame's: the time that a loop measures
    display, ///< from one call of Present to the next; the displayed frame changes later
};
std::string_view name_of(TimingSide side);
std::string_view meaning_of(TimingSide side); ///< for example "from one call of Present to the next"

/// A recording is complete if Stream::coverage() is within these limits. If every frame is recorded, the coverage
/// differs from 1 only by rounding and by the overhead of the recording tool.
constexpr double min_coverage = 0.95;
constexpr double max_coverage = 1.05;

/// The frames of one swap chain of one process. Each stream has its own clock, so streams are never joined. Strings are
/// UTF-8 without control characters.
struct Stream
{
    std::string application; ///< program name; empty if the file does not contain it
    std::uint32_t process_id = 0;
    std::string swap_chain;    ///< address as written in the file; "run 1" and so on in a CapFrameX record
    std::vector<Nanos> frames; ///< all valid frame times, each 0 to 1e9 ms; their sum fits into Nanos

    std::size_t missing_count = 0; ///< number of rows with the frame time NA, N/A, null or empty
    /// Number of rows with a frame time that is negative, infinite, NaN, over 1e9 ms, or not a number.
    std::size_t invalid_count      = 0;
    std::size_t first_invalid_line = 0;       ///< line of the first invalid row in the file, from 1
    std::string first_invalid_text;           ///< frame time of the first invalid row as written in the file
    std::optional<std::size_t> dropped_count; ///< number of frames that never reached the screen; empty if unknown
    /// Fraction of the recorded frames that never reached the screen, 0 to 1; empty if unknown. Describes the whole
    /// recording, even if `frames` is replaced by a part.
    std::optional<double> never_displayed_share{};
    /// Number of animation errors over 1e9 ms, which the recording tool computed incorrectly.
    std::size_t impossible_animation_errors = 0;

    std::optional<Nanos> span;  ///< time from the first to the last time stamp; empty without a time column
    Nanos frame_time_in_span{}; ///< sum of the frame times between the first and the last time stamp

    /// frame_time_in_span / span: about 1 if every frame was recorded, less for a sampled recording. Empty without a
    /// time column.
    std::optional<double> coverage() const;
};

struct Recording
{
    std::string name{};                       ///< file name, as given by the caller
    const Format* format = &Format::frame_ns; ///< never null
    std::string tool{};                       ///< name of the tool that wrote the file, with its version if known
    std::string frame_time_column{};          ///< column name as written in the header
    TimingSide side = TimingSide::cpu;        ///< `cpu` if unknown
    std::string remark{};          ///< one line for the user about assumptions or limits of the format; can be empty
    std::vector<Stream> streams{}; ///< one per swap chain, in the order of their first rows; at least one
    /// Index of the stream that is used by default: the first of the streams with the most frames, without the desktop
    /// compositor (dwm.exe).
    std::size_t default_stream_index = 0;
    std::size_t cut_row_count  = 0; ///< number of rows that end before their frame time, as in an interrupted recording
    std::size_t first_cut_line = 0; ///< line of the first such row, from 1
};

/// The display timing of one stream. A member is empty if the recording has no column for its values.
struct DisplayTiming
{
    std::optional<std::size_t> dropped_count{};   ///< number of frames that never reached the screen
    std::optional<std::size_t> generated_count{}; ///< number of displayed frames that the game did not render

    struct Latency
    {
        std::string column;        ///< column name as written in the file's header
        std::vector<Nanos> values; ///< one entry for each row with a value
    };
    /// The latency columns with at least one value, in the order of the file.
    std::vector<Latency> latencies{};

    /// Number of frames in which the GPU or, if not the GPU, the CPU was busy for at least 95 % of the frame time, and
    /// number of frames with known busy times.
    std::size_t gpu_bound_count = 0, cpu_bound_count = 0, busy_known_count = 0;

    std::string display_interval_column{};  ///< name of the column with the display durations of frames
    std::vector<Nanos> display_intervals{}; ///< intervals between displayed frames, including generated frames

    /// Animation errors between consecutive displayed frames, by PresentMon's definition: (time between the starts of
    /// their simulations) - (time between the frames on the screen). Generated frames have no simulation time and are
    /// excluded.
    std::vector<Nanos> animation_errors{};
    /// For each animation error: true if the frame shows no later simulation time than the displayed frame before.
    /// PresentMon writes NA for such a frame.
    std::vector<bool> is_repeat{};
    /// Android's gfxinfo: for each valid frame, the time from its intended VSYNC to its completion.
    std::vector<Nanos> render_times{};

    std::string recorded_error_column{};            ///< name of the recording tool's column with animation errors
    std::vector<Nanos> recorded_animation_errors{}; ///< those of the recording tool; without values beyond +-1e9 ms
};

/// The reason why a file cannot be used.
struct Refusal
{
    std::string file;
    std::size_t line = 0; ///< line with the problem, from 1; 0 for a problem of the whole file
    std::string what;     ///< the problem
    std::string remedy;   ///< what the user can do
    /// True if the file is a recording that is damaged or incomplete; false if its format is unknown.
    bool is_recording = false;
};
std::string to_string(const Refusal& refusal); ///< "FILE:LINE: what; remedy"

using Result = std::variant<Recording, Refusal>;

/// Reads a recording from memory. `name` is used only in messages. Returns a Refusal, and throws nothing, for invalid
/// input. If `timings` is not null, also reads the display timing of each stream, which only formats with PresentMon's
/// columns have, such as CapFrameX's. Display timing is not read if the user chose a column.
Result read(std::string_view bytes, std::string_view name, const ColumnChoice& choice = {},
            std::vector<DisplayTiming>* timings = nullptr);
/// Reads a recording from a file by mapping it into memory.
Result read_file(const std::filesystem::path& path, const ColumnChoice& choice = {},
                 std::vector<DisplayTiming>* timings = nullptr);

/// Returns std::nullopt if the stream can be replayed frame by frame, otherwise the reason: no frames,
/// impossible frame times, or a sum of frame times over 5 % off the elapsed time, as in a sampled recording.
std::optional<Refusal> why_not_replayable(const Recording& recording, std::size_t stream_index);

/// Replaces the frame times of each stream by DisplayTiming::display_intervals. `timings` must come from the same
/// read(). Returns a Refusal if no stream has such intervals.
std::optional<Refusal> use_display_intervals(Recording& recording, const std::vector<DisplayTiming>& timings);

} // namespace recordings
