#include "sim/game/slowed_game.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace sim
{

namespace
{

// An incomplete frame is skipped after this many later frames: the process that wrote it must have been killed.
constexpr std::uint64_t incomplete_frame_limit = 1000;

// The recordings that `machine` adds as lag, stored one after the other from `first_frame_time_index` on.
std::vector<SharedLagRecording> lag_recordings_of(const MachineSettings& machine, std::size_t first_frame_time_index)
{
    std::vector<SharedLagRecording> lag_recordings;
    for (const LagKind& kind : machine.lag.added_lags)
        if (const auto* recorded = std::get_if<lag::Recorded>(&kind))
        {
            lag_recordings.push_back({recorded->frames, first_frame_time_index});
            first_frame_time_index += recorded->frames->size();
        }
    return lag_recordings;
}

std::size_t recorded_frame_count(const GameSetup& setup)
{
    std::size_t count = setup.recording.frames.size();
    for (const SharedLagRecording& recording : lag_recordings_of(setup.machine, 0))
        count += recording.frame_times->size();
    return count;
}

} // namespace

std::size_t SlowedGame::memory_size(const GameSetup& setup) { return page_size_bytes(recorded_frame_count(setup)); }

SlowedGame::SlowedGame(std::span<std::byte> page_shared_with_game, const GameSetup& setup)
    : page_{*new (page_shared_with_game.data()) SharedPage{}}
    , lag_recordings_{lag_recordings_of(setup.machine, setup.recording.frames.size())}
{
    const std::vector<Nanos>& frame_times = setup.recording.frames;
    page_.owner_pid                       = setup.owner_pid;
    page_.size                            = page_shared_with_game.size();
    page_.seed                            = setup.seed;
    page_.frame_time_count                = recorded_frame_count(setup);
    page_.recording_frame_time_count      = frame_times.size();
    if (!frame_times.empty())
        page_.recording_mode = setup.recording.repeats ? SharedRecordingMode::repeat : SharedRecordingMode::once;
    auto next_frame_time =
        std::ranges::transform(frame_times, recorded_frame_times_of(page_).begin(), &Nanos::count).out;
    for (const SharedLagRecording& recording : lag_recordings_)
        next_frame_time = std::ranges::transform(*recording.frame_times, next_frame_time, &Nanos::count).out;
    apply(setup.machine);
    page_.version = page_version;
    page_.magic   = page_magic;
}

void SlowedGame::apply(const MachineSettings& settings)
{
    const SharedSettings shared_settings = to_shared_lag_and_frame_limit(settings, lag_recordings_);
    if (page_.settings_version > 0 && shared_settings == page_.settings) return;
    ++page_.settings_version;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    page_.settings = shared_settings;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    ++page_.settings_version;
}

std::vector<GameFrame> SlowedGame::read_new_frames()
{
    std::vector<GameFrame> frames;
    // Reads the count only once, so that the loop ends even if the game writes frames faster than the loop reads them.
    const std::uint64_t written_count = page_.written_frame_count;
    for (std::uint64_t frame_index = page_.read_frame_count; frame_index < written_count; ++frame_index)
    {
        const SharedFrameSlot& slot = page_.frame_slots[frame_index % max_page_frames];
        if (slot.sequence_number.load(std::memory_order_acquire) != frame_index + 1)
        {
            if (written_count - frame_index < incomplete_frame_limit) break; // a process is still writing this frame
            ++page_.lost_frame_count;
            page_.read_frame_count = frame_index + 1;
            continue;
        }
        GameFrame& frame       = frames.emplace_back(slot.frame);
        frame.process_index    = std::min<std::uint32_t>(frame.process_index, max_page_processes - 1);
        page_.read_frame_count = frame_index + 1;
    }
    return frames;
}

std::vector<int> SlowedGame::presenting_process_ids() const
{
    std::vector<int> ids;
    for (const PresentingProcess& process : page_.processes)
        if (const int id = process.id; id > 0) ids.push_back(id);
    return ids;
}

SlowedGame::Process SlowedGame::process(std::size_t index) const
{
    const PresentingProcess& process = page_.processes.at(index);
    return {process.id, {process.name.data(), strnlen(process.name.data(), process.name.size())}};
}

} // namespace sim
