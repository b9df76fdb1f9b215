#include "programs/slow/slowing.hpp"

#include "sim/game/page.hpp"

#include <algorithm>
#include <cstring>

namespace slow
{

namespace
{

// After this number of pictures, the weights of all windows are halved. A window's weight counts its recent pictures.
constexpr int forgetting = 64;
constexpr Nanos same_picture{1'000'000};

// The index of the new entry in the page; the last entry if all are taken.
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
    , process_{register_process(page, process, name)}
{
}

// A new window takes a free entry, or that of the window that has presented least recently.
SlowedProcess::Window* SlowedProcess::find_or_add(std::uint64_t key)
{
    Window* oldest    = &windows_.front();
    std::uint32_t all = 0;
    for (Window& window : windows_)
    {
        if (window.number != 0 && window.key == key) return &window;
        if (window.end < oldest->end) oldest = &window;
        all = std::max(all, window.number);
    }
    *oldest = {.key = key, .number = all + 1};
    return oldest;
}

// No other window has presented more of the last pictures. Of several such windows, the oldest is the game.
bool SlowedProcess::count_picture(Window& window)
{
    if (++pictures_ % forgetting == 0)
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
    return found != windows_.end() && found->number != 0 && clock_.now() - found->end < same_picture;
}

// Tries again if the settings change while they are read.
void SlowedProcess::read_settings()
{
    for (std::uint32_t version = page_.settings_version; version != settings_version_; version = page_.settings_version)
    {
        if (version % 2 != 0) continue;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        const sim::PageSettings plain = page_.settings;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        if (page_.settings_version != version) continue;
        settings_         = sim::machine_settings(plain, sim::page_frames(page_));
        settings_version_ = version;
    }
}

// -1 without a recording, after its end, and while lag is off.
Nanos SlowedProcess::next_recorded_frame()
{
    if (page_.recording == sim::PageRecording::none || page_.recorded == 0 || !settings_.lag.on) return Nanos{-1};
    if (recorded_ >= page_.recorded && page_.recording == sim::PageRecording::stop) return Nanos{-1};
    return Nanos{sim::page_frames(page_)[recorded_++ % page_.recorded]};
}

// A frame that began at `begun` takes at least the time `recorded`, if a recording is replayed.
void SlowedProcess::spend_lag(Nanos begun, Nanos recorded)
{
    if (const std::int64_t hitch = page_.hitch.exchange(0); hitch > 0) pc_->hitch(Nanos{hitch});
    pc_->end_frame(settings_, true);
    const Nanos end = begun + recorded;
    if (recorded > Nanos::zero() && settings_.lag.burn)
        clock_.burn_until(end);
    else if (recorded > Nanos::zero())
        clock_.sleep_until(end);
    pc_->begin_frame(settings_);
}

void SlowedProcess::add_lag_and_record(std::size_t call, std::uint64_t key)
{
    const Nanos presented = clock_.now();
    Nanos begun{};
    std::uint32_t number = 0;
    bool slowed          = false;
    {
        const std::scoped_lock lock{windows_mutex_};
        Window* const window = find_or_add(key);
        begun                = window->end;
        number               = window->number;
        slowed               = count_picture(*window);
    }
    Nanos recorded{-1};
    const bool first = begun == Nanos::zero(); // the first picture only starts the clock of the PC; it ends no frame
    if (slowed)
    {
        const std::scoped_lock lock{pc_mutex_};
        read_settings();
        if (!pc_)
            pc_.emplace(clock_, page_.seed);
        else if (!first)
        {
            recorded = next_recorded_frame();
            spend_lag(begun, recorded);
        }
    }
    const Nanos end = clock_.now();
    {
        const std::scoped_lock lock{windows_mutex_};
        find_or_add(key)->end = end;
    }
    if (!first) write({number, call, begun, presented, end, recorded, slowed});
}

void SlowedProcess::write(const Frame& frame)
{
    std::uint64_t at = page_.written;
    do {
        if (at - page_.read >= sim::page_records)
        {
            ++page_.lost;
            return;
        }
    } while (!page_.written.compare_exchange_weak(at, at + 1));
    sim::PageRecord& record = page_.records[at % sim::page_records];
    record.end              = frame.end.count();
    record.frame            = (frame.end - frame.begun).count();
    record.added            = (frame.end - frame.presented).count();
    record.recorded         = frame.recorded.count();
    record.process          = process_;
    record.window           = frame.window;
    record.call             = static_cast<std::uint32_t>(frame.call);
    record.slowed           = frame.slowed ? 1 : 0;
    record.number.store(at + 1, std::memory_order_release);
}

} // namespace slow
