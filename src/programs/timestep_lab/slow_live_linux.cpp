#include "programs/timestep_lab/slow_live.hpp"

#include "base/message.hpp"
#include "telemetry/frame_times.hpp"
#include "timestep/steady_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>

namespace timestep_lab
{

namespace
{

using namespace std::chrono_literals;

constexpr Nanos hitch_length       = 500ms; // time by which the key H makes one frame longer, as in timestep_demo
constexpr Nanos break_length       = 3s;    // time by which the key B makes one frame longer, as in timestep_demo
constexpr Nanos delay_step         = 5ms;
constexpr Nanos longest_delay      = 500ms;
constexpr std::size_t most_columns = 72;
constexpr std::size_t recent       = 300; // number of newest frames from which the statistics are computed

std::span<const Nanos> last_of(const std::vector<Nanos>& times, std::size_t count)
{
    return std::span{times}.last(std::min(count, times.size()));
}

// Returns frame times as a row of bar characters: one for each frame, with the highest bar for the longest frame.
std::string sparkline(std::span<const Nanos> frames)
{
    constexpr std::array<const char*, 8> bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    constexpr std::array<const char*, 8> plain{"_", ".", "-", "=", "+", "*", "%", "#"};
    const auto& levels  = base::has_unicode() ? bars : plain;
    const Nanos longest = frames.empty() ? 1ms : std::max(*std::ranges::max_element(frames), Nanos{1});
    std::string line;
    for (const Nanos frame : frames) line += levels[static_cast<std::size_t>(std::min(frame * 8 / longest, 7L))];
    return line;
}

double percentile_ms(const telemetry::FrameOrder& frames, double part)
{
    const auto rank = static_cast<std::size_t>(part * static_cast<double>(frames.size() - 1));
    return timestep::to_millis(frames.at(rank));
}

} // namespace

SlowPage::SlowPage(GameSession& session, const sim::MachineSettings& machine)
    : session_{session}
    , machine_{machine}
{
}

SlowPage::~SlowPage() { remove(); }

bool SlowPage::is_possible()
{
    return base::has_escape_sequences(base::StandardStream::error) &&
           base::has_escape_sequences(base::StandardStream::input);
}

bool SlowPage::update()
{
    for (int key = keys_.next(); key != 0; key = keys_.next())
        if (!obey(key)) return false;
    const Nanos now = timestep::SteadyClock{}.now();
    if (now < due_) return true;
    due_ = now + 100ms;
    remove();
    const std::string shown = text();
    lines_                  = static_cast<int>(std::ranges::count(shown, '\n'));
    // Errors are ignored: the game can continue without the statistics on the terminal.
    std::fputs(shown.c_str(), stderr);
    return true;
}

bool SlowPage::obey(int key)
{
    switch (key)
    {
    case base::TerminalKeys::left: set_delay(machine_.lag.delay - delay_step); break;
    case base::TerminalKeys::right: set_delay(machine_.lag.delay + delay_step); break;
    case 'h':
    case 'H': session_.hitch(hitch_length, "hitch 500 ms"); break;
    case 'b':
    case 'B': session_.hitch(break_length, "break 3 s"); break;
    case ' ':
        machine_.lag.on = !machine_.lag.on;
        session_.set(machine_, machine_.lag.on ? "lag on" : "lag off");
        break;
    case 'q':
    case 'Q': return false;
    default: break;
    }
    due_ = {};
    return true;
}

void SlowPage::set_delay(Nanos delay)
{
    machine_.lag.delay = std::clamp(delay, Nanos::zero(), longest_delay);
    session_.set(machine_, fmt::format("delay {:g} ms", timestep::to_millis(machine_.lag.delay)));
}

std::string SlowPage::text() const
{
    const GameReport& so_far = session_.so_far();
    std::string text         = fmt::format("{}: lag {}, delay {:g} ms\n",
                                   so_far.application.empty() ? "the game" : base::printable(so_far.application),
                                   machine_.lag.on ? "on" : "off", timestep::to_millis(machine_.lag.delay));
    if (so_far.frames.empty())
        text += "nothing was presented yet\n";
    else
    {
        const telemetry::FrameOrder frames{last_of(so_far.frames, recent)}, own{last_of(so_far.own, recent)};
        text += sparkline(last_of(so_far.frames, most_columns)) + "\n";
        text +=
            fmt::format("{:.1f} fps, frame p50 {:.1f}, p95 {:.1f}, p99 {:.1f} ms; the game's own part p50 {:.1f} ms\n",
                        telemetry::frame_times(frames).average_fps, percentile_ms(frames, 0.5),
                        percentile_ms(frames, 0.95), percentile_ms(frames, 0.99), percentile_ms(own, 0.5));
        const Nanos since = session_.since_last_picture().value_or(Nanos{});
        text += fmt::format("{} frames{}\n", so_far.frames.size(),
                            since > 1s ? fmt::format(", the last one {} s ago", since / 1s) : "");
    }
    return text + "left/right: delay   H: hitch 500 ms   B: break 3 s   Space: lag on or off   Q: end\n";
}

void SlowPage::remove()
{
    if (lines_ > 0) std::fputs(fmt::format("\x1B[{}F\x1B[J", lines_).c_str(), stderr);
    lines_ = 0;
}

} // namespace timestep_lab
