// recordings/formats/recording.hpp -- frame times recorded by other people's tools, read into exact nanoseconds
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

/// What the numbers of a column count.
enum class Unit : std::uint8_t
{
    s,
    ms,
    us,
    ns,
    hz, ///< frames a second
};
/// "milliseconds" and so on.
std::string_view name_of(Unit unit);

/// How to read a table that does not tell by itself. Where anything is said, the file is read as such a table,
/// whichever tool wrote it, unless it is a trace.
struct ColumnChoice
{
    /// Its name, or its number from 1 in a table with several; in a trace the event's name. Empty for what names tell.
    std::string column       = {};
    std::optional<Unit> unit = {};    ///< over what its name tells
    bool absolute            = false; ///< time stamps, whose differences are the frame times

    bool says_something() const { return !column.empty() || unit || absolute; }
};

/// Where in the life of a frame the time was taken.
enum class TimingSide : std::uint8_t
{
    cpu,     ///< from the start of a frame's work to the start of the next: what a loop measures
    display, ///< from one call of Present to the next, on the way to the display; not when that changed
};
std::string_view name_of(TimingSide side);
/// From what to what, in words.
std::string_view meaning_of(TimingSide side);

/// A recording of every frame adds up to the time that passed, but for rounding and what the recording itself cost.
constexpr double least_coverage = 0.95;
constexpr double most_coverage  = 1.05;

/// One process drawing to one swap chain. Streams are never concatenated: each is a clock of its own. Every text is
/// UTF-8 without control characters.
struct Stream
{
    std::string application; ///< empty where the format does not say
    std::uint32_t process_id = 0;
    std::string swap_chain;    ///< the address as written; in a CapFrameX record "run 1" and so on
    std::vector<Nanos> frames; ///< every readable frame time, 0 to 1e9 ms; their sum fits Nanos

    std::size_t missing = 0; ///< rows whose frame time is NA, N/A, null or empty; not in `frames`
    std::size_t invalid = 0; ///< rows whose frame time is negative, non-finite, over 1e9 ms or text; not in `frames`
    std::size_t first_invalid_line = 0;          ///< where the first of them is, from 1
    std::string first_invalid_text;              ///< and what it says
    std::optional<std::size_t> dropped;          ///< frames that never reached the screen, where the format says so
    std::size_t impossible_animation_errors = 0; ///< |animation error| over 1e9 ms: a known fault of the tool

    std::optional<Nanos> span; ///< from the first to the last time stamp, where there is a time column
    Nanos within_span{};       ///< the sum of the frame times between those two stamps

    /// within_span / span: 1 for a recording of every frame, 0.04 for one that was sampled; nothing without a time
    /// column.
    std::optional<double> coverage() const;
};

struct Recording
{
    std::string name;                         ///< the file, as the caller named it
    const Format* format = &Format::frame_ns; ///< never null
    std::string tool;                         ///< the tool and its version, as far as the columns tell
    std::string frame_time_column;            ///< as written in the header
    TimingSide side = TimingSide::cpu;        ///< of a table without a maker the CPU's: a loop's own measurement
    std::string remark;          ///< what had to be concluded, in one line; empty where the format is known
    std::vector<Stream> streams; ///< in order of appearance; at least one
    /// The stream with the most frames that is not the desktop compositor (dwm.exe); the first of equals.
    std::size_t default_stream = 0;
    std::size_t cut_rows       = 0; ///< rows that end before their frame time: a recording that was interrupted
    std::size_t first_cut_line = 0;
};

/// Why something cannot be used, in one line.
struct Refusal
{
    std::string file;
    std::size_t line = 0; ///< from 1; 0 when it concerns the whole file
    std::string what;
    std::string remedy;
};
/// "FILE:LINE: what; remedy".
std::string to_string(const Refusal& refusal);

using Result = std::variant<Recording, Refusal>;

/// Reads a recording from memory; `name` is used in messages only. Bad input is a Refusal, never an exception.
Result read(std::string_view bytes, std::string_view name, const ColumnChoice& choice = {});
/// The same from a file, which is mapped rather than loaded.
Result read_file(const std::filesystem::path& path, const ColumnChoice& choice = {});

/// Nothing when `stream` can be replayed frame by frame; otherwise why not: no frames, impossible frame times, or frame
/// times whose sum is not within 5 % of the time that passed, as in a sampled recording.
std::optional<Refusal> why_not_replayable(const Recording& recording, std::size_t stream);

} // namespace recordings
