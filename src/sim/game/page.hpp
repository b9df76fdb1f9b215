// sim/game/page.hpp -- the memory that a game shares with the program that slows it down: settings in, frames out
//
// Both sides map the same memory, so everything here is plain data without pointers. The slowing program writes the
// settings, the shim in the game (programs/slow) reads them and writes one record for each frame. All times are
// nanoseconds of the machine's monotonic clock.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sim
{

/// Changes with every change of the layout below. A shim leaves a game alone if it finds another version.
constexpr std::uint32_t page_version = 1;
constexpr std::uint64_t page_magic   = 0x776f6c735f706574; // "tep_slow" in the byte order of x86-64

constexpr std::size_t most_page_kinds     = 16;        ///< kinds of lag besides delay, jitter and spikes
constexpr std::size_t most_page_processes = 32;        ///< processes of one game that present pictures
constexpr std::size_t page_records        = 1U << 16U; ///< frames that wait to be read: about a minute at 1000 fps

/// A LagKind as plain data.
struct PageLag
{
    std::uint32_t kind{};  ///< index in LagKind
    std::int64_t first{};  ///< the kind's first number: a time, a number of frames, or an index in the page's frames
    std::int64_t second{}; ///< the kind's second number: a time, or the number of recorded frames
    double fraction{};     ///< lag::Pauses::variation

    bool operator==(const PageLag&) const = default;
};

/// The settings of the PC that an already running program can get: the lag and the frame limit of MachineSettings.
struct PageSettings
{
    std::int64_t delay{}, jitter{}, spike{};
    double limit_hz{};
    std::int32_t spike_every{};
    std::uint8_t on{}, burn{};
    std::uint16_t kinds{}; ///< number of entries of `more`
    std::array<PageLag, most_page_kinds> more{};

    bool operator==(const PageSettings&) const = default;
};

/// Whether the shortest frame times come from a recording, and what follows its last frame.
enum class PageRecording : std::uint32_t
{
    none,
    stop, ///< after the recording the frames are as long as they are
    loop, ///< after the recording it begins again
};

/// One frame: the time from the return of one presenting call to the return of the next one of the same window.
struct PageRecord
{
    std::atomic<std::uint64_t> number; ///< 1 + the number of this record, written last; another number: not complete
    std::int64_t end{};                ///< when the presenting call returned to the game
    std::int64_t frame{};              ///< frame time
    std::int64_t added{};              ///< the part of the frame time that the slow PC has added
    std::int64_t recorded{};           ///< frame time of the recording that drives the PC; negative without one
    std::uint32_t process{};           ///< index in GamePage::processes
    std::uint32_t window{};            ///< number of the window or swap chain in its process, from 1
    std::uint32_t call{};              ///< index in presenting_calls (calls.hpp)
    std::uint32_t slowed{};            ///< 1 if the frame belongs to the window that is slowed down
};

struct PageProcess
{
    std::atomic<std::int32_t> id; ///< the system's number of a process that presents pictures; 0 for a free entry
    std::array<char, 28> name;    ///< the name of its program, shortened, with a zero at its end
};

struct GamePage
{
    std::uint64_t magic{};
    std::uint32_t version{};
    std::int32_t owner{}; ///< the process that made the page; after its end games are no longer slowed down
    std::uint64_t size{}; ///< bytes of the page with its recorded frames
    std::uint64_t seed{};

    std::atomic<std::uint32_t> settings_version; ///< odd while the settings are written
    PageSettings settings{};
    std::atomic<std::int64_t> hitch; ///< time by which the next frame gets longer, once

    PageRecording recording = PageRecording::none;
    std::uint64_t recorded{};          ///< number of the recording's frames; they are the first of the page's frames
    std::uint64_t frames{};            ///< number of recorded frames behind this structure
    std::atomic<std::uint32_t> loaded; ///< processes that have loaded the shim

    std::atomic<std::uint64_t> written; ///< records begun by games
    std::atomic<std::uint64_t> read;    ///< records read by the owner
    std::atomic<std::uint64_t> lost;    ///< frames without a record, because `page_records` were waiting
    std::array<PageProcess, most_page_processes> processes{};
    std::array<PageRecord, page_records> records{};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<std::int32_t>::is_always_lock_free);

/// Returns the size in bytes of a page with so many recorded frames.
constexpr std::size_t page_size(std::size_t frames) { return sizeof(GamePage) + frames * sizeof(std::int64_t); }

/// Returns the recorded frame times behind `page`.
inline std::span<std::int64_t> page_frames(GamePage& page)
{
    return {reinterpret_cast<std::int64_t*>(&page + 1), page.frames}; // NOLINT: the memory behind the structure
}

/// Returns the page in `memory`, or null if the memory is no page of this version.
inline GamePage* page_in(std::span<std::byte> memory)
{
    if (memory.size() < sizeof(GamePage)) return nullptr;
    auto* const page = reinterpret_cast<GamePage*>(memory.data()); // NOLINT: shared memory has no type
    const bool ours  = page->magic == page_magic && page->version == page_version && page->size == memory.size() &&
                      page->frames <= (page->size - sizeof(GamePage)) / sizeof(std::int64_t) &&
                      page->recorded <= page->frames;
    return ours ? page : nullptr;
}

} // namespace sim
