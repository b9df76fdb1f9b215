// Draws each loop around the longest hitch: the scene as in the window, and the timeline.
#include "draw/shapes/svg.hpp"
#include "lab/metrics/frame_text.hpp"
#include "recordings/page/sections.hpp"
#include "recordings/rank/ranked_recording.hpp"
#include "views/stage.hpp"
#include "views/timeline.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace recordings
{

namespace
{

using namespace std::chrono_literals;

constexpr draw::Rect lane_area{0, 0, 1253, 118}; // in pixels; the scene in it is 1040 pixels wide
constexpr draw::Rect timeline_area{0, 0, 1040, 204};
constexpr Nanos time_after_hitch = 170ms; // wall time from the hitch to the drawn moment
// Approximate speed of the disc in m/s (scene uniform-motion): it crosses most of the scene in 0.5 s.
constexpr double approximate_speed = 24.0;
constexpr double final_position    = 0.86; // position of the disc at the drawn moment / width of the scene

// The speed in m/s, near `approximate_speed`, with which the disc reaches `final_position` after `time`, the time from
// the run's start to the drawn moment. The disc starts in the middle of the scene and may cross the scene several
// times.
double speed_for(Nanos time)
{
    constexpr double width = 16.0; // width in metres of the scene uniform-motion
    const double seconds   = std::max(timestep::to_seconds(time), 1e-3);
    const double first     = final_position * width;
    const double rounds    = std::max(std::round((approximate_speed * seconds - first) / width), 0.0);
    return std::min((first + rounds * width) / seconds, 64.0);
}

std::string strip_of(const lab::LaneRun& lane, const scenes::Trail& trace, const Candidate& c, bool on_light,
                     std::string_view ids)
{
    const lab::ViewSettings show{.light = on_light};
    draw::Picture picture;
    views::draw_stage(picture, lane.lane(), lane.lane().newest(), trace, show, lane_area,
                      {.theme = draw::theme(on_light), .loop = draw::loop_colour(c.preset)});
    return draw::to_svg(picture, ids);
}

// The wall time that the timeline shows: the hitch, and the frames before and after it.
draw::TimeSpan span_around(const telemetry::FrameSample& hitch, Nanos median)
{
    return {std::max(hitch.wall - hitch.measured - std::max(3 * median, hitch.measured / 4), Nanos::zero()),
            hitch.wall + std::max(6 * median, hitch.measured / 2)};
}

std::string timeline_of(const lab::LaneRun& lane, const telemetry::FrameSample& hitch, Nanos median, const Candidate& c,
                        bool on_light, std::string_view ids)
{
    const telemetry::Frames frames{lane.lane().samples()};
    const std::vector<views::TimeMark> marks = views::marks_of(frames);
    draw::Picture picture;
    views::draw_timeline(picture, {.frames = frames, .marks = marks}, span_around(hitch, median), timeline_area,
                         {.theme = draw::theme(on_light), .loop = draw::loop_colour(c.preset)});
    return draw::to_svg(picture, ids);
}

// Runs the lane until 0.17 s after frame number `hitch`. Returns the record of that frame.
telemetry::FrameSample run_past(lab::LaneRun& lane, scenes::Trail& trace, std::int64_t hitch,
                                const lab::RunLength& length)
{
    std::optional<telemetry::FrameSample> found;
    telemetry::FrameSample last;
    while (lane.has_next_frame({.time = length.time}))
    {
        last = lane.simulate_frame();
        views::add_newest_frame(trace, lane.lane());
        static_cast<void>(lane.on_screen(last.wall)); // deletes displayed frames that are not needed any more
        if (last.frame == hitch) found = last;
        if (found && last.wall >= found->wall + time_after_hitch) break;
    }
    return found.value_or(last);
}

LoopPictures pictures_of(const Candidate& c, const RankedRecording& recording, std::int64_t hitch, Nanos at,
                         std::size_t number)
{
    lab::LaneSetup setup = recording.lane_setup_of(c);
    set_knob(setup.settings.scene, "speed", speed_for(at + time_after_hitch));
    set_knob(setup.settings.scene, "bars", 1);
    lab::LaneRun lane{std::move(setup), true};
    scenes::Trail trace;
    const telemetry::FrameSample sample = run_past(lane, trace, hitch, recording.run_length());
    const auto of                       = [&](bool on_light)
    {
        const std::string ids = fmt::format("{}{}-", on_light ? 'l' : 'd', number);
        return Pictures{strip_of(lane, trace, c, on_light, ids + "s"),
                        timeline_of(lane, sample, recording.median_frame(), c, on_light, ids + "t")};
    };
    return {.candidate = 0, .hitch = sample, .on_dark = of(false), .on_light = of(true)};
}

// The times of visible jumps (telemetry::jump_limit()), as fractions of the recording's length, 0 to 1. A frame is
// displayed at the frame's end.
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
    for (const std::size_t i : jumping_frames_of(c, recording)) times.push_back(at > 0.0 ? ends[i] / at : 0.0);
    return times;
}

std::string both(std::string_view kind, const std::string& on_light, const std::string& on_dark)
{
    return fmt::format(
        "<div class=\"picture {}\"><div class=\"on-light\">{}</div><div class=\"on-dark\">{}</div></div>\n", kind,
        on_light, on_dark);
}

std::string caption(const Draft& d, const LoopPictures& look, const std::string& more)
{
    const Candidate& c = d.candidate(look.candidate);
    return fmt::format("<figcaption>{}<b>{}</b>{} <span class=\"quiet\">{}</span></figcaption>\n", dot(c.preset),
                       escaped(title_of(c)), d.recommends() && look.candidate == d.chosen() ? " (recommended)" : "",
                       more);
}

// The HTML of a line for the whole recording, with a mark at each visible jump. Jumps within a thousandth of the
// recording share a mark.
std::string jumps(const LoopPictures& look)
{
    constexpr double marks = 1000.0;
    std::string path;
    double last = -1.0;
    for (const double share : look.jumps)
    {
        const double x = std::floor(share * marks);
        if (x == last) continue;
        fmt::format_to(std::back_inserter(path), "M{} 0V10", x);
        last = x;
    }
    return fmt::format("<div class=\"jumps\" role=\"img\" aria-label=\"{0} jumps over the whole recording\"><svg "
                       "viewBox=\"0 0 {1} 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path "
                       "d=\"{2}\"/></svg></div>\n",
                       look.jumps.size(), marks, path);
}

// The HTML of a loop's drawing around the longest hitch. The caption has its name, smoothness, jumps, latency and lost
// time. `number` is the index of `look` in Draft::seen().
std::string strip(const Draft& d, const LoopPictures& look, std::size_t number)
{
    const auto rough = [&](std::string_view key)
    { return d.figures.rough(fmt::format("/seen/loops/{}/{}", number, key)); };
    return "<figure>\n" +
           caption(d, look,
                   fmt::format("animation error {} ms, {} jumps a minute, latency {} ms, {} % lost",
                               rough("roughness_ms"), rough("jumps_per_minute"), rough("latency_ms"),
                               rough("lost_percent"))) +
           both("strip", look.on_light.strip, look.on_dark.strip) + jumps(look) + "</figure>\n";
}

bool is_displayed(const Draft& d) { return d.figures.at("/seen/timing").get<std::string>() == "displayed"; }

// States which frame times the loops get: intervals between displayed frames, or recorded frame times.
std::string clock_of(const Draft& d)
{
    if (is_displayed(d))
        return " The loops get the times from one displayed frame to the next, generated ones included, as frame "
               "times.";
    return " The recording does not contain screen times, so the loops get the recorded frame times.";
}

std::string timeline(const Draft& d, const LoopPictures& look)
{
    return "<figure>\n" + caption(d, look, "in the hitch: " + escaped(lab::in_words(look.hitch))) +
           both("timeline", look.on_light.timeline, look.on_dark.timeline) + "</figure>\n";
}

// Three loops: the recommended loop, the next best loop, and the last loop in the table.
std::vector<const LoopPictures*> three_of(const Draft& d)
{
    std::vector<const LoopPictures*> all;
    for (const LoopPictures& look : d.looks) all.push_back(&look);
    if (all.size() <= 3) return all;
    // Candidates are sorted from best to worst.
    const auto last = std::ranges::max_element(all.begin() + 2, all.end(), {}, &LoopPictures::candidate);
    return {all[0], all[1], *last};
}

} // namespace

std::vector<LoopPictures> pictures_of_loops(const Ranking& ranking, std::span<const Nanos> frames,
                                            std::span<const std::size_t> candidates)
{
    const auto worst = std::ranges::max_element(frames) - frames.begin();
    const Nanos at   = std::accumulate(frames.begin(), frames.begin() + worst + 1, Nanos{});
    const RankedRecording recording{{frames.begin(), frames.end()}, ranking.options};
    std::vector<LoopPictures> looks;
    for (const std::size_t candidate : candidates)
    {
        looks.push_back(pictures_of(ranking.candidates[candidate], recording, worst, at, looks.size()));
        looks.back().candidate = candidate;
        looks.back().jumps     = jump_times(ranking.candidates[candidate], recording);
        looks.back().on_these  = ranking.candidates[candidate];
        run_candidate(looks.back().on_these, recording);
    }
    return looks;
}

std::string pictures(const Draft& d)
{
    std::string figures;
    for (std::size_t i = 0; i < d.seen().size(); ++i) figures += strip(d, d.seen()[i], i);
    return fmt::format(
        "<section id=\"pictures\">\n<h2>What the player saw</h2>\n<p>A disc glides to the right at an even "
        "speed; each loop draws it with these frame times. Every dot is a frame that was displayed in the half "
        "second around the longest {} ({} ms, {} s from the start), which is the wide gap. Even gaps are "
        "smooth motion; the ring is where the disc should be. The line below shows the whole recording, with a mark at "
        "each jump: a displayed frame whose animation error is over half a step or over 8 ms, also in "
        "hitches.{}</p>\n<div "
        "class=\"wide "
        "strips\">\n{}</div>\n"
        "</section>\n",
        is_displayed(d) ? "wait for a frame" : "frame", d.figures.rough("/seen/longest_ms"),
        d.figures.fixed("/seen/longest_at_s", 3), clock_of(d), figures);
}

std::string timelines(const Draft& d)
{
    std::string figures;
    for (const LoopPictures* look : three_of(d)) figures += timeline(d, *look);
    return "<section id=\"timelines\">\n<h2>Around the worst hitch</h2>\n<p>Above, the recorded frame times; "
           "below them, the steps in each frame, the time that was carried over to the next frame, and the "
           "time that was dropped. Time runs to the right, the same for all three" +
           (d.input.ranking.first_frame > 0
                ? fmt::format(", and counts from frame {} on", d.figures.whole("/rank/first_frame"))
                : "") +
           ".</p>\n<div class=\"wide\">\n" + figures + "</div>\n</section>\n";
}

} // namespace recordings
