// recordings/formats/recording.hpp -- reads recordings of frame times, written by many tools, into exact nanoseconds
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
    hz, ///< frames a second: the numbers are frame rates, not times
};
/// The name of a unit, such as "milliseconds".
std::string_view name_of(Unit unit);

/// The user's choice of the column to read. If any member is set, the file is read as a plain table, even if its format
/// is known; only a JSON trace is still read as a trace.
struct ColumnChoice
{
    /// Name of the column, or its number from 1; in a trace, the name of the event. If empty, the program looks for a
    /// column with a known name.
    std::string column       = {};
    std::optional<Unit> unit = {};    ///< unit of the column; replaces the unit in its name
    bool absolute            = false; ///< true: the column has time stamps; their differences are the frame times
    /// Pattern of the lines of a text log, with `{}` in the place of the number, such as "frame took {} ms". Lines that
    /// do not contain it are skipped. Empty: the file is no text log.
    std::string pattern = {};

    bool says_something() const { return !column.empty() || unit || absolute || !pattern.empty(); }
};

/// The place where a recording measures frame times; it decides from which event to which event a frame time lasts.
enum class TimingSide : std::uint8_t
{
    cpu,     ///< from the start of a frame's work to the start of the next: the time that a loop measures
    display, ///< from one call of Present to the next; the picture on the screen changes later
};
std::string_view name_of(TimingSide side);
/// A text that says between which two events a frame time is measured, such as "from one call of Present to the next".
std::string_view meaning_of(TimingSide side);

/// Limits of Stream::coverage() (sum of the frame times / time that passed) between which a recording counts as
/// complete. The coverage of a recording of every frame differs from 1 only by rounding and by the time that the
/// recording tool took.
constexpr double least_coverage = 0.95;
constexpr double most_coverage  = 1.05;

/// The frames that one process draws to one swap chain. Streams are never joined, because each has a separate clock.
/// All texts are UTF-8 without control characters.
struct Stream
{
    std::string application; ///< name of the program; empty if the file does not contain it
    std::uint32_t process_id = 0;
    std::string swap_chain;    ///< address of the swap chain as written; "run 1" and so on in a CapFrameX record
    std::vector<Nanos> frames; ///< all valid frame times, each 0 to 1e9 ms; their sum fits into Nanos

    std::size_t missing = 0; ///< number of rows whose frame time is NA, N/A, null or empty
    /// Number of rows whose frame time is negative, infinite, NaN, over 1e9 ms, or not a number.
    std::size_t invalid            = 0;
    std::size_t first_invalid_line = 0; ///< line in the file of the first invalid row, from 1
    std::string first_invalid_text;     ///< frame time of the first invalid row as written
    std::optional<std::size_t> dropped; ///< frames that never reached the screen; empty if unknown
    /// Share of the recorded frames that never reached the screen, 0 to 1; empty if unknown. It stays the share of the
    /// whole recording if `frames` is replaced by a part of it.
    std::optional<double> unseen_share{};
    /// Number of animation errors over 1e9 ms. They are impossible: the tool that wrote the file, such as PresentMon,
    /// computed them wrongly.
    std::size_t impossible_animation_errors = 0;

    std::optional<Nanos> span; ///< time from the first to the last time stamp; empty without a time column
    Nanos within_span{};       ///< sum of the frame times between the first and the last time stamp

    /// Returns within_span / span: about 1 for a recording of every frame, much less (such as 0.04) for a sampled
    /// recording. Returns nothing without a time column.
    std::optional<double> coverage() const;
};

struct Recording
{
    std::string name{};                       ///< name of the file, as given by the caller
    const Format* format = &Format::frame_ns; ///< format of the file; never null
    std::string tool{};              ///< name of the tool that wrote the file, with its version if the file shows it
    std::string frame_time_column{}; ///< name of the frame-time column as written in the header
    /// The events between which the frame times were measured, at the processor or at the display; `cpu` if unknown.
    TimingSide side = TimingSide::cpu;
    std::string remark{};          ///< one line for the user about assumptions or limits of the format; often empty
    std::vector<Stream> streams{}; ///< one for each swap chain, in the order of their first rows; at least one
    /// Index of the stream that is used if the user chooses none: the stream with the most frames, the desktop
    /// compositor (dwm.exe) excluded. If several have equally many, the first of them.
    std::size_t default_stream = 0;
    std::size_t cut_rows       = 0; ///< number of rows that end before their frame time, as in an interrupted recording
    std::size_t first_cut_line = 0; ///< line of the first row that ends before its frame time, from 1
};

/// The display timing of one stream. A member is empty if the recording has no column for it.
struct DisplayTiming
{
    /// Number of pictures that the game did not render (generated or repeated pictures).
    std::optional<std::size_t> generated{};

    struct Latency
    {
        std::string column;     ///< name of the latency column as written in the file's header
        std::vector<Nanos> all; ///< the latency of each row that has one
    };
    /// The columns with latencies that have at least one value, in the order of the file.
    std::vector<Latency> latencies{};

    /// Numbers of frames limited by the GPU, limited by the CPU, and with known busy times of both. A frame is limited
    /// by the GPU (CPU) if the GPU (CPU) was busy for at least 95 % of the frame time; a frame in which both were busy
    /// counts for the GPU.
    std::size_t gpu_bound = 0, cpu_bound = 0, busy_known = 0;

    std::string displayed_column{}; ///< name of the column with the times that pictures stayed on the screen
    std::vector<Nanos> displayed{}; ///< times from one picture on the screen to the next, including generated pictures

    /// Animation errors between successive displayed pictures, by PresentMon's definition: (time from the start of the
    /// previous frame's simulation to the start of this one's) - (time from the previous picture on the screen to this
    /// picture). Generated pictures are left out, because they have no simulation time.
    std::vector<Nanos> animation_errors{};
    /// For each animation error: true if the picture shows the same or an earlier simulation time than the picture
    /// before. In this case PresentMon writes NA.
    std::vector<bool> repeats{};
    /// Name of the column in which the recording tool wrote animation errors; empty if there is none.
    std::string told_column{};
    /// Animation errors that the recording tool wrote, without impossible values (more than 1e9 ms or less than -1e9
    /// ms).
    std::vector<Nanos> told_animation_errors{};
};

/// The reason why a file cannot be used.
struct Refusal
{
    std::string file;
    std::size_t line = 0; ///< line with the problem, from 1; 0 for the whole file
    std::string what;     ///< description of the problem with the file
    std::string remedy;   ///< a way for the user to solve the problem
};
/// The refusal as "FILE:LINE: what; remedy".
std::string to_string(const Refusal& refusal);

using Result = std::variant<Recording, Refusal>;

/// Reads a recording from memory. `name` is only used in messages. Returns a Refusal for invalid input; throws no
/// exception for it. If `timings` is not null, also reads the display timing of each stream. Only PresentMon's formats
/// and formats with the same columns, such as CapFrameX's, have display timing. It is not read if the user has chosen a
/// column (`choice`).
Result read(std::string_view bytes, std::string_view name, const ColumnChoice& choice = {},
            std::vector<DisplayTiming>* timings = nullptr);
/// Reads a recording from a file, which it maps into memory.
Result read_file(const std::filesystem::path& path, const ColumnChoice& choice = {},
                 std::vector<DisplayTiming>* timings = nullptr);

/// Nothing if stream number `stream` can be replayed frame by frame. Otherwise the reason: no frames, impossible frame
/// times, or a sum of the frame times that is not within 5 % of the time that passed, as in a sampled recording.
std::optional<Refusal> why_not_replayable(const Recording& recording, std::size_t stream);

/// Replaces the frame times of each stream by the times from one picture on the screen to the next. `timings` is the
/// display timing that was read with `recording`. Returns nothing on success, or a refusal if no stream has such times.
std::optional<Refusal> put_on_screen(Recording& recording, const std::vector<DisplayTiming>& timings);

} // namespace recordings
