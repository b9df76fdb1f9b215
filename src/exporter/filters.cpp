// The delta filters in the notation.
#include "exporter/recipe.hpp"

#include <fmt/format.h>

namespace exporter
{

namespace
{

using namespace timestep;

std::string text_of(const NoFilter& /*nothing to do*/) { return ""; }

std::string text_of(const Clamp& f)
{
    return fill(R"(
const frame_min = $min # $min:text: shorter frames count as this long
const frame_max = $max # $max:text: longer frames count as this long
fn filtered(frame) -> whole {
    return max(frame_min, min(frame, frame_max))
}
)",
                {{"min", f.min}, {"max", f.max}});
}

std::string text_of(const MovingAverage& f)
{
    return fill(R"(
const window = $n # frames that are averaged
const sane_frame = $sane # $sane:text: a longer one is replaced by the newest that was not
state recent[$n] = 0 # the frames of the window, a ring
state recent_sum = 0
state recent_count = 0
state recent_next = 0
state last_sane = 9223372036854775807
state mean_rest = 0 # what the division left, for the next frame
method filtered(frame) -> whole { # The mean of the last frames.
    if frame <= sane_frame {
        last_sane = frame
    }
    if recent_count == window {
        recent_sum -= recent[recent_next]
    }
    recent[recent_next] = min(frame, min(last_sane, sane_frame))
    recent_sum += recent[recent_next]
    recent_count = min(recent_count + 1, window)
    recent_next = (recent_next + 1) % window

    let owed = recent_sum + mean_rest
    let mean = owed / recent_count
    mean_rest = 0
    if recent_count == window {
        mean_rest = owed - mean * recent_count
    }
    return mean
}
)",
                {{"n", f.n}, {"sane", f.sane}});
}

std::string text_of(const ExponentialAverage& f)
{
    return fill(R"(
const frame_min = $min # $min:text: shorter frames count as this long
const frame_max = $max # $max:text: longer frames count as this long
const weight: real = $weight # of the newest frame
const new_average: real = $reset # $reset_text: a frame further off starts a new average
state average: real = -1e18 # no frame is near it: the first one starts the average
method filtered(frame) -> whole { # Each frame moves the average by a fraction of the error.
    let newest: real = real(max(frame_min, min(frame, frame_max)))
    let error: real = newest - average
    if error > new_average || error < -new_average {
        average = newest
    } else {
        average += weight * error
    }
    return whole(average + 0.5)
}
)",
                {{"min", f.min},
                 {"max", f.max},
                 {"weight", f.weight},
                 {"reset", static_cast<double>(f.reset.count())},
                 {"reset_text", Blank{"", f.reset}.text}});
}

std::string text_of(const SnapToRefresh& f)
{
    std::string table;
    for (const SnapToRefresh::Period& p : SnapToRefresh::periods)
        table += fmt::format("    if frame_mean > {} && frame_mean < {} {{ # {:.0f} Hz\n        return {}\n    }}\n",
                             (p.period - p.tolerance).count(), (p.period + p.tolerance).count(),
                             1.0 / to_seconds(p.period), p.period.count());
    return fill(R"(
const window = $n # frames averaged before snapping
const new_average = $restart # $restart:text: a frame further off starts a new average
state frame_mean = 0
state seen_frames = 0
method filtered(frame) -> whole { # A frame near a common refresh period is taken for that period.
    let off = frame - frame_mean
    if off > new_average || off < -new_average {
        seen_frames = 0
    }
    seen_frames = min(seen_frames + 1, window)
    if seen_frames == 1 {
        frame_mean = frame
    } else {
        frame_mean += off / seen_frames
    }
$table    return frame_mean
}
)",
                {{"n", f.n}, {"restart", f.restart}, {"table", table}});
}

std::string text_of(const FirstFrameZero& /*no knobs*/)
{
    return R"(
state started: truth = false
method filtered(frame) -> whole { # The first frame counts as no time at all.
    if started {
        return frame
    }
    started = true
    return 0
}
)";
}

constexpr const char* godot_smoother_text = R"(
state smooth_rest = 0 # nanoseconds that do not fill a microsecond yet
state estimated_fps = 0 # what the display is believed to run at; 0: no guess yet
state vsync_fps = 0
state read_total = 0
state read_count = 0
state gate_total = 0
state gate_count = 0
state gate_open: truth = true
state left_over = 0
state hits_at = 0
state hits_above = 0
state hits_below = 0
state hits_one_above = 0
state hits_one_below = 0
state sure: truth = false
state locked: truth = false

method restart_at(fps) {
    estimated_fps = fps
    hits_at = 0
    hits_above = 0
    hits_below = 0
    hits_one_above = 0
    hits_one_below = 0
    sure = false
}

method confirm() {
    hits_at += 1
    if sure && hits_at == 20 {
        locked = true
    } else if !sure && hits_at > 2 {
        sure = true
        vsync_fps = estimated_fps
    }
}

method lower(fps) { # Far below is more likely dropped frames than a wrong guess.
    if fps == estimated_fps - 1 {
        hits_one_below += 1
        if hits_one_below > hits_at && hits_one_below > 2 {
            restart_at(estimated_fps - 1)
        }
        return
    }
    hits_below += 1
    let established: truth = sure && hits_at > 10
    if !established && hits_below / 8 > hits_at && hits_below > 2 {
        restart_at(estimated_fps - 1)
    }
}

method raise_after(hits, fps) {
    if hits > hits_at && hits > 1 {
        restart_at(estimated_fps + max((fps - estimated_fps) / 2, 1))
    }
}

method raise(fps) {
    if fps == estimated_fps + 1 {
        hits_one_above += 1
        raise_after(hits_one_above, fps)
    } else {
        hits_above += 1
        raise_after(hits_above, fps)
    }
}

method judge(fps) {
    if estimated_fps == 0 {
        if fps < 50 { # still loading, or dropping frames
            return
        }
        estimated_fps = fps
    }
    if fps == estimated_fps {
        confirm()
    } else if fps < estimated_fps {
        lower(fps)
    } else {
        raise(fps)
    }
}

method read(us) { # Sixty frames make a reading.
    read_total += us
    read_count += 1
    if read_count < 60 {
        return
    }
    let average: real = real(read_total / 60)
    read_count = 0
    read_total = 0
    judge(whole(1e6 / average + 0.5))
}

method near_estimate(us) -> truth { # Every 64 frames: is the real rate within 5 % of the estimate?
    gate_total += us
    gate_count += 1
    if gate_count == 64 {
        let average = gate_total / 64
        if sure && average > 0 {
            let ratio: real = 1e6 / real(average) / real(estimated_fps)
            gate_open = ratio > 0.95 && ratio < 1.05
        }
        gate_total = 0
        gate_count = 0
    }
    return gate_open
}

method smoothed_us(us) -> whole {
    if us > 1000000 {
        return us
    }
    if !near_estimate(us) || us < 1000 {
        return us
    }
    if !locked {
        read(us)
    }
    if !sure {
        return us
    }
    left_over += us
    let period = 1000000 / vsync_fps
    let periods = max(left_over / period, 1)
    left_over -= periods * period
    return periods * period
}

method filtered(frame) -> whole { # Guesses the refresh rate, then only ever reports whole periods.
    smooth_rest += frame
    let us = smooth_rest / 1000
    smooth_rest -= us * 1000
    return smoothed_us(us) * 1000
}
)";

std::string text_of(const GodotSmoother& /*no knobs*/) { return godot_smoother_text; }

} // namespace

std::string filter_recipe(const LoopFilter& filter)
{
    return std::visit([](const auto& f) { return text_of(f); }, static_cast<const LoopFilter::variant&>(filter));
}

} // namespace exporter
