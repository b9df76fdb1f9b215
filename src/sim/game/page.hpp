// sim/game/page.hpp -- the memory that a game shares with the program that slows it down: settings in, frames out; and
// the library functions by which games present pictures
//
// Both programs map the same memory, so everything here is plain data without pointers. The slowing program writes the
// settings. The shim, a library that is loaded into the game (programs/slow), reads the settings and writes one record
// for each frame. All times are nanoseconds of the machine's monotonic clock.
#pragma once

#include "sim/machine/settings.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace sim
{

/// A library function by which a game presents a picture.
struct PresentingCall
{
    const char* name; ///< name of the library function
    /// Index, from 0, of the argument that identifies the window; -1 if the function has no such argument.
    int window;
    /// True: a program may call the function several times for one picture, once for each changed part
    bool parts = false;
};

/// All presenting calls that can be slowed down. Recordings store the index, so a new call is added at the end.
inline constexpr std::array presenting_calls{
    PresentingCall{"glXSwapBuffers", 1},
    PresentingCall{"eglSwapBuffers", 1},
    PresentingCall{"eglSwapBuffersWithDamageKHR", 1},
    PresentingCall{"eglSwapBuffersWithDamageEXT", 1},
    PresentingCall{"SDL_GL_SwapWindow", 0},
    PresentingCall{"SDL_RenderPresent", 0},
    PresentingCall{"SDL_UpdateWindowSurface", 0},
    PresentingCall{"SDL_UpdateWindowSurfaceRects", 0},
    PresentingCall{"SDL_Flip", 0},
    PresentingCall{"SDL_UpdateRect", 0, true},
    PresentingCall{"SDL_UpdateRects", 0, true},
    PresentingCall{"SDL_GL_SwapBuffers", -1}, // the function has no argument, because SDL 1.2 has only one window
    PresentingCall{"vkQueuePresentKHR", -1},  // the swap chain is in a structure (programs/slow reads it)
};

/// presenting_calls.size() if there is none.
constexpr std::size_t presenting_call(std::string_view name)
{
    std::size_t i = 0;
    while (i < presenting_calls.size() && name != presenting_calls[i].name) ++i;
    return i;
}

/// Version of the layout of the shared memory; every change of the layout changes it. If the shim finds another
/// version, it does not slow the game down.
constexpr std::uint32_t page_version = 1;
constexpr std::uint64_t page_magic   = 0x776f6c735f706574; // the letters "tep_slow" in the byte order of x86-64

/// Largest number of kinds of lag in addition to delay, jitter and spikes.
constexpr std::size_t max_page_kinds     = 16;
constexpr std::size_t max_page_processes = 32; ///< largest number of processes of one game that present pictures
/// Largest number of frames that the slowing program has not read: about a minute at 1000 fps.
constexpr std::size_t page_records = 1U << 16U;

/// One kind of lag (LagKind) as plain data for the memory that is shared with the game.
struct PageLag
{
    std::uint32_t kind{}; ///< kind of lag, as its index in the variant type LagKind
    /// First number of this kind of lag: a number of frames (lag::Every), the number of a frame (lag::Spike), an index
    /// in page_frames() (lag::Recorded), or a time in nanoseconds (other kinds).
    std::int64_t first{};
    std::int64_t second{}; ///< second number of this kind of lag: a time, or the number of recorded frames
    double fraction{};     ///< largest random deviation as a fraction, 0 to 1, as in lag::Pauses::variation

    bool operator==(const PageLag&) const = default;
};

/// The part of MachineSettings that can be set for a game that already runs: the lag and the frame limit.
struct PageSettings
{
    std::int64_t delay{}, jitter{}, spike{};
    double limit_hz{};
    std::int32_t spike_every{};
    std::uint8_t on{}, burn{};
    std::uint16_t kinds{}; ///< number of used entries of `more`
    std::array<PageLag, max_page_kinds> more{};

    bool operator==(const PageSettings&) const = default;
};

/// Whether a recording sets the shortest time of each frame, and what follows its last frame.
enum class PageRecording : std::uint32_t
{
    none,
    stop, ///< after its last frame, the recording does not change the game's frame times any more
    loop, ///< after its last frame, the recording starts again
};

/// One frame: from the return of one presenting call to the return of the next one of the same window.
struct PageRecord
{
    /// The record's number plus 1; it is written last. If it has another value, the record is not complete.
    std::atomic<std::uint64_t> number;
    std::int64_t end{};      ///< time at which the presenting call returned to the game
    std::int64_t frame{};    ///< length of the game's frame
    std::int64_t added{};    ///< part of the frame's length that the shim has added
    std::int64_t recorded{}; ///< recorded frame time that this frame must take at least; negative without a recording
    std::uint32_t process{}; ///< index of the process in GamePage::processes
    std::uint32_t window{};  ///< number of the window or swap chain, counted in its process from 1
    std::uint32_t call{};    ///< index of the presenting call in presenting_calls
    std::uint32_t slowed{};  ///< 1 if the frame belongs to the window that is slowed down
};

struct PageProcess
{
    std::atomic<std::int32_t> id; ///< process ID of a process that presents pictures; 0 for a free entry
    std::array<char, 28> name;    ///< name of the process's program, shortened to 27 bytes, with a zero at the end
};

struct GamePage
{
    std::uint64_t magic{};
    std::uint32_t version{};
    /// Process ID of the slowing program. When that process has ended, games are no longer slowed down.
    std::int32_t owner{};
    /// Size in bytes of the shared memory: this structure and the recorded frame times after it.
    std::uint64_t size{};
    std::uint64_t seed{};

    /// Counts the writes of the settings: odd while they are being written, even when they are complete.
    std::atomic<std::uint32_t> settings_version;
    PageSettings settings{};
    std::atomic<std::int64_t> hitch; ///< extra time for the next frame; only one frame gets it

    PageRecording recording = PageRecording::none;
    /// Number of frame times of the recording that sets the game's frame times. They come first in page_frames(),
    /// before the frame times of the recordings that are used as lag (lag::Recorded).
    std::uint64_t recorded{};
    std::uint64_t frames{}; ///< number of recorded frame times that follow this structure in memory
    /// Number of processes that have loaded the shim.
    std::atomic<std::uint32_t> loaded;

    std::atomic<std::uint64_t> written; ///< number of frame records that games have begun to write
    std::atomic<std::uint64_t> read;    ///< number of frame records that the slowing program has read
    /// Number of frames for which no record was written, because `page_records` records were waiting to be read.
    std::atomic<std::uint64_t> lost;
    std::array<PageProcess, max_page_processes> processes{};
    std::array<PageRecord, page_records> records{};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<std::int32_t>::is_always_lock_free);

/// Size in bytes with `frames` recorded frame times.
constexpr std::size_t page_size(std::size_t frames) { return sizeof(GamePage) + frames * sizeof(std::int64_t); }

/// The recorded frame times follow `page` in memory.
inline std::span<std::int64_t> page_frames(GamePage& page)
{
    // NOLINTNEXTLINE: the memory behind the structure
    return {reinterpret_cast<std::int64_t*>(&page + 1), static_cast<std::size_t>(page.frames)};
}

/// Null if `memory` has no GamePage of this version.
inline GamePage* page_in(std::span<std::byte> memory)
{
    if (memory.size() < sizeof(GamePage)) return nullptr;
    auto* const page    = reinterpret_cast<GamePage*>(memory.data()); // NOLINT: shared memory has no type
    const bool is_valid = page->magic == page_magic && page->version == page_version && page->size == memory.size() &&
                          page->frames <= (page->size - sizeof(GamePage)) / sizeof(std::int64_t) &&
                          page->recorded <= page->frames;
    return is_valid ? page : nullptr;
}

/// The frame times of a recording used as lag (lag::Recorded), and their place in the shared memory.
struct PagePlace
{
    std::shared_ptr<const std::vector<Nanos>> frames{};
    std::size_t first = 0; ///< index of the first frame time in page_frames()
};

/// Converts the lag and the frame limit of `settings` to plain data. Throws std::runtime_error if there are more than
/// `max_page_kinds` kinds of lag, or if the lag uses a recording that is not in `places`.
PageSettings plain_settings(const MachineSettings& settings, std::span<const PagePlace> places);
/// Converts plain data back to settings; only the lag and the frame limit are set. `frames` are the recorded frame
/// times in the shared memory. Leaves out kinds of lag with invalid values, as in damaged memory.
MachineSettings machine_settings(const PageSettings& plain, std::span<const std::int64_t> frames);

} // namespace sim
