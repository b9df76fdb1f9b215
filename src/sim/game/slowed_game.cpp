#include "sim/game/slowed_game.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace sim
{

namespace
{

// A frame counts as lost if it is still incomplete after this many later frames.
constexpr std::uint64_t incomplete_frame_limit = 1000;

std::vector<SharedLagRecording> lag_recordings_of(const MachineSettings& machine, std::size_t first_frame_time_index)
{
    std::vector<SharedLagRecording> lag_recordings;
    for (const LagSource& source : machine.lag.added_lags)
        if (const auto* recorded = std::get_if<lag::Recorded>(&source))
        {
            lag_recordings.push_back({recorded->frame_times, first_frame_time_index});
            first_frame_time_index += recorded->frame_times->size();
        }
    return lag_recordings;
}

std::size_t recorded_frame_count(const GameSetup& setup)
{
    std::size_t count = setup.recording.frame_times.size();
    for (const SharedLagRecording& recording : lag_recordings_of(setup.machine, 0))
        count += recording.frame_times->size();
    return count;
}

} // namespace

std::size_t SlowedGame::memory_size(const GameSetup& setup)
{
    return shared_memory_size_bytes(recorded_frame_count(setup));
}

SlowedGame::SlowedGame(std::span<std::byte> memory_shared_with_game, const GameSetup& setup)
    : shared_memory_{*new (memory_shared_with_game.data()) SharedGameMemory{}}
    , lag_recordings_{lag_recordings_of(setup.machine, setup.recording.frame_times.size())}
{
    const std::vector<Nanos>& frame_times  = setup.recording.frame_times;
    shared_memory_.slowing_pid             = setup.slowing_pid;
    shared_memory_.size                    = memory_shared_with_game.size();
    shared_memory_.seed                    = setup.seed;
    shared_memory_.stored_frame_time_count = recorded_frame_count(setup);
    shared_memory_.played_frame_time_count = frame_times.size();
    if (!frame_times.empty())
        shared_memory_.recording_mode =
            setup.recording.repeats ? SharedRecordingMode::repeat : SharedRecordingMode::once;
    auto next_frame_time =
        std::ranges::transform(frame_times, recorded_frame_times_of(shared_memory_).begin(), &Nanos::count).out;
    for (const SharedLagRecording& recording : lag_recordings_)
        next_frame_time = std::ranges::transform(*recording.frame_times, next_frame_time, &Nanos::count).out;
    apply_lag_and_frame_limit(setup.machine);
    shared_memory_.version = shared_memory_version;
    shared_memory_.magic   = shared_memory_magic;
}

void SlowedGame::apply_lag_and_frame_limit(const MachineSettings& settings)
{
    const SharedSettings shared_settings = to_shared_lag_and_frame_limit(settings, lag_recordings_);
    if (shared_memory_.settings_sequence_number > 0 && shared_settings == shared_memory_.settings) return;
    ++shared_memory_.settings_sequence_number;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    shared_memory_.settings = shared_settings;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    ++shared_memory_.settings_sequence_number;
}

std::vector<GameFrame> SlowedGame::read_new_frames()
{
    std::vector<GameFrame> frames;
    // Reads the count only once, so that the loop ends even if the game writes frames faster than the loop reads them.
    const std::uint64_t written_count = shared_memory_.started_write_count;
    for (std::uint64_t frame_index = shared_memory_.read_frame_count; frame_index < written_count; ++frame_index)
    {
        const SharedFrameSlot& slot = shared_memory_.frame_slots[frame_index % max_unread_frames];
        if (slot.sequence_number.load(std::memory_order_acquire) != frame_index + 1)
        {
            if (written_count - frame_index < incomplete_frame_limit) break; // a process is still writing this frame
            ++shared_memory_.lost_frame_count;
            shared_memory_.read_frame_count = frame_index + 1;
            continue;
        }
        GameFrame& frame                = frames.emplace_back(slot.frame);
        frame.process_index             = std::min<std::uint32_t>(frame.process_index, max_presenting_processes - 1);
        shared_memory_.read_frame_count = frame_index + 1;
    }
    return frames;
}

std::vector<int> SlowedGame::presenting_process_ids() const
{
    std::vector<int> ids;
    for (const PresentingProcess& process : shared_memory_.processes)
        if (const int id = process.id; id > 0) ids.push_back(id);
    return ids;
}

SlowedGame::Process SlowedGame::process(std::size_t index) const
{
    const PresentingProcess& process = shared_memory_.processes.at(index);
    return {process.id, {process.name.data(), strnlen(process.name.data(), process.name.size())}};
}

} // namespace sim
