#include "programs/slow/slowing.hpp"

#include "sim/game/page.hpp"

#include <algorithm>
#include <cstring>

namespace slow
{

namespace
{

// Number of frames after which the weights of all windows are halved. A window's weight counts its recent frames.
constexpr int weight_halving_interval = 64;
constexpr Nanos max_delay_of_part{1'000'000};

// Returns the index of the process's new entry in the page, or of the last entry if no entry is free.
std::uint32_t register_process(sim::GamePage& page, std::int32_t process, const char* name)
{
    std::uint32_t i = 0;
    for (std::int32_t none = 0; i + 1 < page.processes.size(); ++i, none = 0)
        if (page.processes[i].id.compare_exchange_strong(none, process)) break;
    std::strncpy(page.processes[i].name.data(), name, page.processes[i].name.size() - 1);
    return i;
}

} // namespace

SlowedProcess::SlowedProcess(sim::GamePage& page, std::int32_t process, const char* name)
    : page_{page}
    , process_index_{register_process(page, process, name)}
{
}

// The entry of the window `key`. A new window gets a free entry, or replaces the least recently presented window.
SlowedProcess::Window* SlowedProcess::find_or_add(std::uint64_t key)
{
    Window* oldest            = &windows_.front();
    std::uint32_t last_number = 0;
    for (Window& window : windows_)
    {
        if (window.number != 0 && window.key == key) return &window;
        if (window.end < oldest->end) oldest = &window;
        last_number = std::max(last_number, window.number);
    }
    *oldest = {.key = key, .number = last_number + 1};
    return oldest;
}

// Counts a frame of the window. Returns true if it has presented most recent frames; of equal windows, for the oldest.
bool SlowedProcess::count_frame_and_is_busiest(Window& window)
{
    if (++frame_count_ % weight_halving_interval == 0)
        for (Window& other : windows_) other.weight /= 2;
    ++window.weight;
    return std::ranges::none_of(
        windows_, [&](const Window& other)
        { return other.weight > window.weight || (other.weight == window.weight && other.number < window.number); });
}

bool SlowedProcess::is_part_of_last_frame(std::size_t call, std::uint64_t window)
{
    if (!sim::presenting_calls[call].parts) return false;
    const std::scoped_lock lock{windows_mutex_};
    const auto found = std::ranges::find(windows_, window, &Window::key);
    return found != windows_.end() && found->number != 0 && clock_.now() - found->end < max_delay_of_part;
}

// Copies the settings from the page. Retries if the settings change meanwhile.
void SlowedProcess::read_settings()
{
    for (std::uint32_t version = page_.settings_version; version != settings_version_; version = page_.settings_version)
    {
        if (version % 2 != 0) continue;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        const sim::PageSettings copied_settings = page_.settings;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        if (page_.settings_version != version) continue;
        settings_         = sim::machine_settings(copied_settings, sim::page_frames(page_));
        settings_version_ = version;
    }
}

// The next frame time of the recording; -1 ns without a recording, after its end, and while the lag is off.
Nanos SlowedProcess::next_recorded_frame()
{
    if (page_.recording == sim::PageRecording::none || page_.recorded == 0 || !settings_.lag.on) return Nanos{-1};
    if (next_recorded_index_ >= page_.recorded && page_.recording == sim::PageRecording::stop) return Nanos{-1};
    return Nanos{sim::page_frames(page_)[next_recorded_index_++ % page_.recorded]};
}

// Spends the lag of the frame that began at `start`. Extends the frame to the length `recorded` if that is positive.
void SlowedProcess::spend_lag(Nanos start, Nanos recorded)
{
    if (const std::int64_t hitch = page_.hitch.exchange(0); hitch > 0) pc_->hitch(Nanos{hitch});
    pc_->end_frame(settings_, true);
    const Nanos end = start + recorded;
    if (recorded > Nanos::zero() && settings_.lag.burn)
        clock_.burn_until(end);
    else if (recorded > Nanos::zero())
        clock_.sleep_until(end);
    pc_->begin_frame(settings_);
}

void SlowedProcess::add_lag_and_record(std::size_t call, std::uint64_t key)
{
    const Nanos presented = clock_.now();
    Nanos start{};
    std::uint32_t number = 0;
    bool is_slowed       = false;
    {
        const std::scoped_lock lock{windows_mutex_};
        Window* const window = find_or_add(key);
        start                = window->end;
        number               = window->number;
        is_slowed            = count_frame_and_is_busiest(*window);
    }
    Nanos recorded{-1};
    const bool is_first =
        start == Nanos::zero(); // the first presenting call ends no frame; it only starts the first frame
    if (is_slowed)
    {
        const std::scoped_lock lock{pc_mutex_};
        read_settings();
        if (!pc_)
            pc_.emplace(clock_, page_.seed);
        else if (!is_first)
        {
            recorded = next_recorded_frame();
            spend_lag(start, recorded);
        }
    }
    const Nanos end = clock_.now();
    {
        const std::scoped_lock lock{windows_mutex_};
        find_or_add(key)->end = end;
    }
    if (!is_first) write_record({number, call, start, presented, end, recorded, is_slowed});
}

void SlowedProcess::write_record(const Frame& frame)
{
    std::uint64_t index = page_.written;
    do {
        if (index - page_.read >= sim::page_records)
        {
            ++page_.lost;
            return;
        }
    } while (!page_.written.compare_exchange_weak(index, index + 1));
    sim::PageRecord& record = page_.records[index % sim::page_records];
    record.end              = frame.end.count();
    record.frame            = (frame.end - frame.start).count();
    record.added            = (frame.end - frame.presented).count();
    record.recorded         = frame.recorded.count();
    record.process          = process_index_;
    record.window           = frame.window;
    record.call             = static_cast<std::uint32_t>(frame.call);
    record.slowed           = frame.slowed ? 1 : 0;
    record.number.store(index + 1, std::memory_order_release);
}

} // namespace slow
