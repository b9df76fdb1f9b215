// sim/game/game_connection.hpp -- exchanges settings and frame times with a running game through shared memory
#pragma once

#include "sim/game/shared_game_memory.hpp"

#include <string>

namespace sim
{

/// Minimum frame times: frame n of the game lasts at least as long as frame n of the recording.
struct PlayedRecording
{
    std::vector<Nanos> frame_times{};
    bool repeats = false; ///< true: after its last frame the recording starts again; false: it has no further effect
};

struct GameSetup
{
    int slowing_pid = 0; ///< process ID of this program, which slows the game
    std::uint64_t seed = 0;
    MachineSettings machine{}; ///< only the lag and the frame limit are used
    PlayedRecording recording{};
};

/// Writes the lag and the frame limit to the memory shared with a game, and reads the game's frame times there.
class GameConnection
{
public:
    /// Size in bytes of the shared memory for a game with this setup.
    static std::size_t memory_size(const GameSetup& setup);
    /// `memory_shared_with_game` must have memory_size(setup) bytes, all 0, and outlive this object.
    /// Throws std::runtime_error if setup.machine.lag.added_lags has more than max_added_lags entries.
    GameConnection(std::span<std::byte> memory_shared_with_game, const GameSetup& setup);

    /// Changes the game's simulated delays and frame limit, from its next frame on.
    void apply_settings(const MachineSettings& settings);
    /// Makes only the game's next frame longer, by `duration`.
    void add_hitch(Nanos duration) { shared_memory_.pending_hitch_ns += duration.count(); }

    /// The complete frames that earlier calls have not returned, oldest first; none once the memory is damaged.
    std::vector<GameFrame> read_new_frames();
    /// True if read_new_frames() has found values that the shim does not write: the game overwrites the memory.
    bool is_memory_damaged() const { return is_memory_damaged_; }
    /// Number of frames lost because read_new_frames() was called too late or the game was killed.
    std::uint64_t lost_frame_count() const { return shared_memory_.lost_frame_count; }
    /// At most max_presenting_processes IDs; also those of ended processes.
    std::vector<int> presenting_process_ids() const;

    struct Process
    {
        int id = 0;
        std::string name; ///< name of the process's program, at most 27 bytes
    };
    /// The process that presented a frame with this GameFrame::process_index.
    Process process(std::size_t process_index) const;

private:
    SharedGameMemory& shared_memory_;
    std::vector<SharedLagRecording> lag_recordings_;
    std::uint64_t read_frame_count_ = 0; // not read from the shared memory, which the game can overwrite
    bool is_memory_damaged_ = false;
};

} // namespace sim
