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
std::string_view name_of(Unit unit); ///< such as "milliseconds"

/// A part of a recording.
struct Part
{
    Nanos from{};            ///< start, from the start of the stream's first frame
    Nanos to = Nanos::max(); ///< end

    /// True if the frame that begins at `begin` is in the part.
    bool contains(Nanos begin) const { return begin >= from && begin < to; }
    bool is_all() const { return from <= Nanos::zero() && to == Nanos::max(); }
};

/// The user's choice of the column to read. If any member but `timed` is set, the file is read as a plain table, even
/// if its format is known; only a JSON trace is still read as a trace.
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
    Part timed = {}; ///< only the frames in this part count in DisplayTiming; frame times are read of all frames

    bool says_something() const { return !column.empty() || unit || absolute || !pattern.empty(); }
};

/// The events between which a recording measures frame times.
enum class TimingSide : std::uint8_t
{
    cpu,     ///< from the start of a frame's work to the start of the next: the time that a loop measures
    display, ///< from one call of Present to the next; the picture on the screen changes later
};
std::string_view name_of(TimingSide side);
std::string_view meaning_of(TimingSide side); ///< such as "from one call of Present to the next"

/// Limits of Stream::coverage() between which a recording counts as complete. That of a recording of every frame
/// differs from 1 only by rounding and by the time that the recording tool took.
constexpr double min_coverage = 0.95;
constexpr double max_coverage = 1.05;

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
    std::optional<double> never_displayed_share{};
    /// Number of animation errors over 1e9 ms, which the tool that wrote the file has computed wrongly.
    std::size_t impossible_animation_errors = 0;

    std::optional<Nanos> span; ///< time from the first to the last time stamp; empty without a time column
    Nanos within_span{};       ///< sum of the frame times between the first and the last time stamp

    /// within_span / span: about 1 for a recording of every frame, such as 0.04 for a sampled recording. Empty without
    /// a time column.
    std::optional<double> coverage() const;
};

struct Recording
{
    std::string name{};                       ///< name of the file, as given by the caller
    const Format* format = &Format::frame_ns; ///< format of the file; never null
    std::string tool{};                ///< name of the tool that wrote the file, with its version if the file shows it
    std::string frame_time_column{};   ///< name of the frame-time column as written in the header
    TimingSide side = TimingSide::cpu; ///< `cpu` if unknown
    std::string remark{};              ///< one line for the user about assumptions or limits of the format; often empty
    std::vector<Stream> streams{};     ///< one for each swap chain, in the order of their first rows; at least one
    /// Index of the stream that is used if the user chooses none: the stream with the most frames, the desktop
    /// compositor (dwm.exe) excluded. If several have equally many, the first of them.
    std::size_t default_stream = 0;
    std::size_t cut_rows       = 0; ///< number of rows that end before their frame time, as in an interrupted recording
    std::size_t first_cut_line = 0; ///< line of the first row that ends before its frame time, from 1
};

/// The display timing of one stream. A member is empty if the recording has no column for it.
struct DisplayTiming
{
    std::optional<std::size_t> dropped{};   ///< number of frames that never reached the screen
    std::optional<std::size_t> generated{}; ///< number of pictures that the game did not render

    struct Latency
    {
        std::string column;     ///< name of the latency column as written in the file's header
        std::vector<Nanos> all; ///< the latency of each row that has one
    };
    /// The columns with latencies that have at least one value, in the order of the file.
    std::vector<Latency> latencies{};

    /// Numbers of frames in which the GPU, or else the CPU, was busy for at least 95 % of the frame time, and of frames
    /// with known busy times.
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
    std::string recorded_error_column{}; ///< name of the column with the animation errors that the recording tool wrote
    std::vector<Nanos> recorded_animation_errors{}; ///< those of the recording tool, without values beyond +-1e9 ms
};

/// The reason why a file cannot be used.
struct Refusal
{
    std::string file;
    std::size_t line = 0; ///< line with the problem, from 1; 0 for the whole file
    std::string what;     ///< description of the problem with the file
    std::string remedy;   ///< a way for the user to solve the problem
    /// True if the file has the format of a recording and is damaged or incomplete; false if no reader knows its
    /// format.
    bool is_recording = false;
};
std::string to_string(const Refusal& refusal); ///< "FILE:LINE: what; remedy"

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

/// Replaces the frame times of each stream by DisplayTiming::displayed; `timings` was read with `recording`. Returns a
/// refusal if no stream has such times.
std::optional<Refusal> put_on_screen(Recording& recording, const std::vector<DisplayTiming>& timings);

} // namespace recordings
