// Draws each frame as a box that is as long as the frame's measured time. A frame has another colour if the user asked
// for a long frame or a debugger break, or if it is much longer than the frames before.
#include "views/timeline/row.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace views::timeline
{

namespace
{

using telemetry::FrameSample;

enum Kind : int
{
    usual = 1,
    spike, // the frame is more than 2.5 times as long as the mean of the frames before
    hitch, // the frame is long because the user asked for a long frame (a hitch) or a debugger break
    pause,
    excluded, // the program itself took this time, for example for a resize: the loop did not get it
};

// A frame is a spike if it is longer than this many times the mean of the frames before. CapFrameX uses the same factor
// for stutter.
constexpr double spike_factor         = 2.5;
constexpr timestep::Nanos spike_least = timestep::Nanos{4'000'000};
constexpr std::int64_t usual_over = 12; // largest number of earlier frames in the mean with which a frame is compared
// Smallest number of earlier frames in the mean; with fewer, no spike is detected.
constexpr std::int64_t least_over = 4;

// The mean measured time of up to 12 frames before a given frame.
class Usual
{
public:
    Usual(const telemetry::Frames& frames, std::size_t first)
        : frames_{frames}
    {
        const std::size_t begin = first - std::min<std::size_t>(first, usual_over);
        for (std::size_t i = begin; i < first; ++i) add(i);
    }
    void add(std::size_t i)
    {
        sum_ += telemetry::time_given(frames_[i]);
        if (over_ == usual_over)
            sum_ -= telemetry::time_given(frames_[i - static_cast<std::size_t>(usual_over)]);
        else
            ++over_;
    }
    bool exceeded_by(timestep::Nanos frame) const
    {
        if (over_ < least_over || frame < spike_least) return false;
        return static_cast<double>(frame.count()) * static_cast<double>(over_) >
               spike_factor * static_cast<double>(sum_.count());
    }

private:
    const telemetry::Frames& frames_;
    timestep::Nanos sum_{};
    std::int64_t over_ = 0;
};

// Events of a lag that the user asked for. Such a lag in one frame makes the measured time of the next frame long.
constexpr std::uint32_t asked_for = telemetry::hitch | telemetry::debugger_break;

Kind kind_of(const Row& row, std::size_t i, const Usual& usual_time)
{
    if ((row.frame(i).events & telemetry::excluded) != 0) return excluded;
    if (telemetry::is_paused(row.frame(i))) return pause;
    if (i > 0 && (row.frame(i - 1).events & asked_for) != 0) return hitch;
    return usual_time.exceeded_by(row.frame(i).measured) ? spike : usual;
}

draw::Colour fill_of(const Row& row, int kind)
{
    const draw::Colour ground = row.theme().panel;
    switch (kind)
    {
    case pause:
    case excluded: return draw::mix(ground, row.theme().line, 0.6F);
    case hitch: return draw::mix(ground, row.theme().alarm, 0.62F);
    case spike: return draw::mix(ground, row.theme().alarm, 0.42F);
    default: return draw::mix(ground, row.style.loop, 0.40F);
    }
}

std::string_view cause_of(const Row& row, std::size_t i, int kind)
{
    if (kind == excluded) return "left out";
    if (kind != hitch) return "";
    return (row.frame(i - 1).events & telemetry::hitch) != 0 ? "hitch" : "break";
}

void write(const Row& row, std::size_t i, int kind, float left, float right)
{
    const std::string_view cause = cause_of(row, i, kind);
    const double ms              = timestep::to_millis(row.frame(i).measured);
    const std::string number     = fmt::format("{:.1f}", ms);
    if (kind == pause)
        row.write_within(left, right, {"paused"}, row.theme().quiet);
    else if (cause.empty())
        row.write_within(left, right, {number + " ms", number, fmt::format("{:.0f}", ms)}, row.theme().ink);
    else
        row.write_within(
            left, right,
            {fmt::format("{:.0f} ms {}", ms, cause), fmt::format("{:.0f} ms", ms), fmt::format("{:.0f}", ms)},
            row.theme().ink);
}

// Returns the wall clock time at which the measured time of frame `i` starts. If the game was paused in frame
// `i`, returns the wall clock time of the frame before.
timestep::Nanos begin_of(const Row& row, std::size_t i)
{
    const FrameSample& f = row.frame(i);
    if (telemetry::is_paused(f) && f.measured == timestep::Nanos::zero() && i > 0) return row.frame(i - 1).wall;
    return f.wall - f.measured;
}

void draw_gathered(const Row& row, const Columns& columns)
{
    columns.for_each_run(false,
                         [&](float left, float right, const Columns::Column& all)
                         {
                             row.block(left, right, fill_of(row, all.kind));
                             if (all.kind != usual || all.count < 2) return;
                             const double mean = timestep::to_millis(all.time) / static_cast<double>(all.count);
                             row.write_within(left, right,
                                              {fmt::format("{} frames of {:.1f} ms", all.count, mean),
                                               fmt::format("{} frames", all.count), fmt::format("{}", all.count)},
                                              row.theme().ink);
                         });
}

} // namespace

void draw_frames(const Row& row)
{
    Columns columns{row};
    Usual usual_time{row.data.frames, row.first};
    std::vector<std::pair<std::size_t, Kind>> wide;
    for (std::size_t i = row.first; i < row.last; ++i)
    {
        const FrameSample& f        = row.frame(i);
        const timestep::Nanos begin = begin_of(row, i);
        const Kind kind             = kind_of(row, i, usual_time);
        usual_time.add(i);
        if (row.axis.length(f.wall - begin) >= row.narrow())
            wide.emplace_back(i, kind);
        else
            columns.add(begin, f.wall, {.count = 1, .time = f.measured, .kind = kind});
    }
    draw_gathered(row, columns);
    for (const auto& [i, kind] : wide)
    {
        row.bar(begin_of(row, i), row.frame(i).wall, fill_of(row, kind));
        write(row, i, kind, row.axis.x(begin_of(row, i)), row.axis.x(row.frame(i).wall));
    }
}

} // namespace views::timeline
