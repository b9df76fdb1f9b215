// sim/game/slowed_game.hpp -- a game in another process on a slow PC: sets the PC, and reads the frames of the game
#pragma once

#include "sim/game/page_settings.hpp"

#include <string>

namespace sim
{

/// A recording that drives the game: each frame of the game takes at least the recorded frame time.
struct GameRecording
{
    std::vector<Nanos> frames{};
    bool repeats = false; ///< true: after the last frame the recording begins again
};

struct GameSetup
{
    int owner          = 0; ///< process number of the program that slows the game down: this program
    std::uint64_t seed = 0;
    MachineSettings machine{}; ///< only lag and frame limit are used
    GameRecording recording{};
};

/// One frame of the game, read from the shared memory (page).
struct GameFrame
{
    Nanos end{};                  ///< moment when the presenting call returned, on the machine's monotonic clock
    Nanos frame{};                ///< frame time of the game's frame
    Nanos added{};                ///< the part of the frame time that the slow PC has added; the rest is the game's own
    Nanos recorded{-1};           ///< frame time that a recording gave this frame; negative without a recording
    std::size_t process  = 0;     ///< index of the frame's process, for SlowedGame::process()
    std::uint32_t window = 0;     ///< number of the window or swap chain in its process, from 1
    std::size_t call     = 0;     ///< index of the presenting call in presenting_calls
    bool slowed          = false; ///< true if the frame belongs to the window that is slowed down
};

/// The shared memory (GamePage) as the program uses it that slows a game down: it writes the settings and reads the
/// frames.
class SlowedGame
{
public:
    /// Returns the number of bytes of shared memory that a game with this set-up needs.
    static std::size_t size_of(const GameSetup& setup);
    /// Makes a GamePage in the shared memory `memory`, which is filled with zeros, has size_of(setup) bytes and
    /// outlives this object. Throws std::runtime_error for lag that a page cannot hold.
    SlowedGame(std::span<std::byte> memory, const GameSetup& setup);

    /// Sets lag and frame limit from the game's next frame on. Does nothing if they are set already.
    void set(const MachineSettings& settings);
    /// Makes the game's next frame longer by `duration`, once.
    void hitch(Nanos duration) { page_.hitch += duration.count(); }

    /// Returns the frames that the game has written since the last call.
    std::vector<GameFrame> take_frames();
    /// Returns the number of frames that the game could not write, because take_frames() was not called in time.
    std::uint64_t lost() const { return page_.lost; }
    /// Returns the number of processes that have loaded the shim (the library that slows them down).
    std::uint32_t loaded() const { return page_.loaded; }
    /// Returns the system's numbers of the processes that have presented a picture.
    std::vector<int> presenting_processes() const;

    struct Process
    {
        int id = 0;
        std::string name; ///< name of the process's program, at most 27 bytes
    };
    Process process(std::size_t index) const;

private:
    GamePage& page_;
    std::vector<PagePlace> places_;
};

} // namespace sim
