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

/// Version of the layout below; every change of the layout changes it. The library in the game (the shim) does not slow
/// the game down if it finds another version.
constexpr std::uint32_t page_version = 1;
constexpr std::uint64_t page_magic   = 0x776f6c735f706574; // "tep_slow" in the byte order of x86-64

constexpr std::size_t most_page_kinds     = 16; ///< largest number of kinds of lag besides delay, jitter and spikes
constexpr std::size_t most_page_processes = 32; ///< largest number of processes of one game that present pictures
/// Largest number of frames that wait to be read: about a minute at 1000 fps.
constexpr std::size_t page_records = 1U << 16U;

/// One kind of lag (LagKind) as plain data for the shared memory.
struct PageLag
{
    std::uint32_t kind{};  ///< index of the kind in the variant type LagKind
    std::int64_t first{};  ///< the kind's first number: a time, a number of frames, or an index in page_frames()
    std::int64_t second{}; ///< the kind's second number: a time, or the number of recorded frames
    double fraction{};     ///< largest random deviation as a fraction, as in lag::Pauses::variation

    bool operator==(const PageLag&) const = default;
};

/// The settings of the PC that an already running program can get: the lag and the frame limit of MachineSettings.
struct PageSettings
{
    std::int64_t delay{}, jitter{}, spike{};
    double limit_hz{};
    std::int32_t spike_every{};
    std::uint8_t on{}, burn{};
    std::uint16_t kinds{}; ///< number of used entries of `more`
    std::array<PageLag, most_page_kinds> more{};

    bool operator==(const PageSettings&) const = default;
};

/// Says whether a recording gives the shortest frame times, and how the game continues after its last frame.
enum class PageRecording : std::uint32_t
{
    none,
    stop, ///< after its last frame, the recording has no more effect on frame times
    loop, ///< after its last frame, the recording starts again
};

/// One frame: the time from the return of one presenting call to the return of the next one of the same window.
struct PageRecord
{
    /// 1 + the number of this record, written last; any other value: the record is not complete.
    std::atomic<std::uint64_t> number;
    std::int64_t end{};      ///< time at which the presenting call returned to the game
    std::int64_t frame{};    ///< frame time of the game's frame
    std::int64_t added{};    ///< part of the frame time that the slow PC has added
    std::int64_t recorded{}; ///< frame time that a recording gave this frame; negative without a recording
    std::uint32_t process{}; ///< index of the process in GamePage::processes
    std::uint32_t window{};  ///< number of the window or swap chain in its process, from 1
    std::uint32_t call{};    ///< index of the presenting call in presenting_calls (calls.hpp)
    std::uint32_t slowed{};  ///< 1 if the frame belongs to the window that is slowed down
};

struct PageProcess
{
    std::atomic<std::int32_t> id; ///< the system's number of a process that presents pictures; 0 for a free entry
    std::array<char, 28> name;    ///< name of the process's program, shortened to 27 bytes, with a zero at the end
};

struct GamePage
{
    std::uint64_t magic{};
    std::uint32_t version{};
    /// Process number of the slowing program. After its end, games are no longer slowed down.
    std::int32_t owner{};
    std::uint64_t size{}; ///< size in bytes of the shared memory with this structure and its recorded frames
    std::uint64_t seed{};

    /// Changes when the settings are written; odd while they are being written.
    std::atomic<std::uint32_t> settings_version;
    PageSettings settings{};
    std::atomic<std::int64_t> hitch; ///< time by which the next frame gets longer, once

    PageRecording recording = PageRecording::none;
    /// Number of frame times of the recording that drives the PC; they come first in page_frames().
    std::uint64_t recorded{};
    std::uint64_t frames{}; ///< number of recorded frame times that follow this structure in memory
    /// Number of processes that have loaded the shim (the library that slows them down).
    std::atomic<std::uint32_t> loaded;

    std::atomic<std::uint64_t> written; ///< number of records that games have begun to write
    std::atomic<std::uint64_t> read;    ///< number of records that the slowing program has read
    /// Number of frames that got no record, because `page_records` records were waiting.
    std::atomic<std::uint64_t> lost;
    std::array<PageProcess, most_page_processes> processes{};
    std::array<PageRecord, page_records> records{};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<std::int32_t>::is_always_lock_free);

/// Returns the size in bytes of the shared memory for `frames` recorded frame times.
constexpr std::size_t page_size(std::size_t frames) { return sizeof(GamePage) + frames * sizeof(std::int64_t); }

/// Returns the recorded frame times, which follow `page` in memory.
inline std::span<std::int64_t> page_frames(GamePage& page)
{
    return {reinterpret_cast<std::int64_t*>(&page + 1), page.frames}; // NOLINT: the memory behind the structure
}

/// Returns the GamePage in the shared memory, or null if the memory does not contain one of this version.
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
