#include "recordings/page/looks.hpp"

#include "draw/shapes/svg.hpp"
#include "recordings/rank/ranked_recording.hpp"
#include "views/stage.hpp"
#include "views/timeline.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace recordings
{

namespace
{

using namespace std::chrono_literals;

constexpr draw::Rect lane_area{0, 0, 1253, 118}; // in pixels; the scene in it is 1040 pixels wide
constexpr draw::Rect timeline_area{0, 0, 1040, 204};
constexpr Nanos after = 170ms; // time from the hitch (a very long frame) to the moment that the picture shows
// Approximate speed in m/s of the disc that each loop draws (scene uniform-motion). In 0.5 s it crosses most of the
// scene.
constexpr double pace    = 24.0;
constexpr double stop_at = 0.86; // position of the disc in the picture, divided by the scene's width

// Returns a speed near `pace`, in m/s, with which the disc is at `stop_at` after the given time. It starts in the
// middle of the scene and may cross the scene several times. `time` is the time from the run's start to the drawn
// picture.
double speed_for(Nanos time)
{
    constexpr double width = 16.0; // metres, of the scene uniform-motion
    const double seconds   = std::max(timestep::to_seconds(time), 1e-3);
    const double first     = stop_at * width;
    const double rounds    = std::max(std::round((pace * seconds - first) / width), 0.0);
    return std::min((first + rounds * width) / seconds, 64.0);
}

std::string strip_of(const lab::LaneRunner& lane, const scenes::Trail& trace, const Candidate& c, bool on_light,
                     std::string_view ids)
{
    const lab::ViewSettings show{.light = on_light};
    draw::Picture picture;
    views::draw_stage(picture, lane.lane(), lane.lane().newest(), trace, show, lane_area,
                      {.theme = draw::theme(on_light), .loop = draw::loop_colour(c.preset)});
    return draw::to_svg(picture, ids);
}

// Returns the interval of the wall clock that the timeline shows: the hitch (a very long frame), and the frames before
// and after it.
draw::TimeSpan span_around(const telemetry::FrameSample& hitch, Nanos median)
{
    return {std::max(hitch.wall - hitch.measured - std::max(3 * median, hitch.measured / 4), Nanos::zero()),
            hitch.wall + std::max(6 * median, hitch.measured / 2)};
}

std::string timeline_of(const lab::LaneRunner& lane, const telemetry::FrameSample& hitch, Nanos median,
                        const Candidate& c, bool on_light, std::string_view ids)
{
    const telemetry::Frames frames{lane.lane().samples()};
    const std::vector<views::TimeMark> marks = views::marks_of(frames);
    draw::Picture picture;
    views::draw_timeline(picture, {.frames = frames, .marks = marks}, span_around(hitch, median), timeline_area,
                         {.theme = draw::theme(on_light), .loop = draw::loop_colour(c.preset)});
    return draw::to_svg(picture, ids);
}

// Runs the lane (one loop on one virtual PC) until 0.17 s after the frame number `hitch`. Returns the record of that
// frame.
telemetry::FrameSample run_past(lab::LaneRunner& lane, scenes::Trail& trace, std::int64_t hitch,
                                const lab::RunLength& length)
{
    std::optional<telemetry::FrameSample> found;
    telemetry::FrameSample last;
    while (!lane.ended() && (!length.time || lane.next_frame_at() <= *length.time))
    {
        last = lane.frame();
        views::add_newest_frame(trace, lane.lane());
        static_cast<void>(lane.on_screen(last.wall)); // deletes the pictures that are not needed any more
        if (last.frame == hitch) found = last;
        if (found && last.wall >= found->wall + after) break;
    }
    return found.value_or(last);
}

Look look_at(const Candidate& c, const RankedRecording& recording, std::int64_t hitch, Nanos at, std::size_t number)
{
    lab::LaneSetup setup = recording.lane_of(c);
    set_knob(setup.settings.scene, "speed", speed_for(at + after));
    set_knob(setup.settings.scene, "bars", 1);
    lab::LaneRunner lane{std::move(setup), true};
    scenes::Trail trace;
    const telemetry::FrameSample sample = run_past(lane, trace, hitch, recording.length());
    const auto of                       = [&](bool on_light)
    {
        const std::string ids = fmt::format("{}{}-", on_light ? 'l' : 'd', number);
        return Pictures{strip_of(lane, trace, c, on_light, ids + "s"),
                        timeline_of(lane, sample, recording.median(), c, on_light, ids + "t")};
    };
    return {.candidate = 0, .hitch = sample, .on_dark = of(false), .on_light = of(true)};
}

// Returns the times of the jumps, as shares of the recording's length, 0 to 1. A jump is a picture in which the motion
// is visibly too far or not far enough (telemetry::jump_limit()). The picture of a frame appears at the frame's end.
std::vector<double> jump_times(const Candidate& c, const RankedRecording& recording)
{
    std::vector<double> ends;
    double at = 0.0;
    for (const Nanos frame : recording.frames())
    {
        at += timestep::to_seconds(frame);
        ends.push_back(at);
    }
    std::vector<double> times;
    for (const std::size_t i : jumps_of(c, recording)) times.push_back(at > 0.0 ? ends[i] / at : 0.0);
    return times;
}

} // namespace

std::vector<Look> looks_of(const Ranking& ranking, std::span<const Nanos> frames,
                           std::span<const std::size_t> candidates)
{
    const auto worst = std::ranges::max_element(frames) - frames.begin();
    const Nanos at   = std::accumulate(frames.begin(), frames.begin() + worst + 1, Nanos{});
    const RankedRecording recording{{frames.begin(), frames.end()}, ranking.options};
    std::vector<Look> looks;
    for (const std::size_t candidate : candidates)
    {
        looks.push_back(look_at(ranking.candidates[candidate], recording, worst, at, looks.size()));
        looks.back().candidate = candidate;
        looks.back().jumps     = jump_times(ranking.candidates[candidate], recording);
        looks.back().on_these  = ranking.candidates[candidate];
        run_candidate(looks.back().on_these, recording);
    }
    return looks;
}

} // namespace recordings
