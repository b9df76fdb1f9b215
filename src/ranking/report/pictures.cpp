// Draws how each loop shows the longest hitch of the recording: the scene after the hitch, and a timeline around it.
// Each loop runs as a lane: with a simulated PC and a scene of its own. A lane is drawn as a horizontal strip.
#include "draw/shapes/svg.hpp"
#include "lab/metrics/frame_text.hpp"
#include "ranking/rank/candidate_runs.hpp"
#include "ranking/report/sections.hpp"
#include "views/lane_view.hpp"
#include "views/timeline.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace ranking
{

namespace
{

using namespace std::chrono_literals;

constexpr draw::Rect lane_area{0, 0, 1253, 118}; // in pixels; the scene in it is 1040 pixels wide
constexpr draw::Rect timeline_area{0, 0, 1040, 204};
constexpr Nanos time_after_hitch = 170ms; // the scene is drawn this long after the hitch
// Speed of the disc in the scene uniform-motion, in m/s: it crosses most of the scene in 0.5 s.
constexpr double approximate_speed_m_per_s = 24.0;
constexpr double final_position_fraction = 0.86; // the disc is drawn at this fraction of the scene's width

// Speed of the disc in m/s, at most 64, that puts it at final_position_fraction of the scene's width after `time`.
double disc_speed(Nanos time)
{
    constexpr double width = 16.0; // in metres
    const double seconds = std::max(timestep::to_seconds(time), 1e-3);
    const double final_position = final_position_fraction * width;
    const double crossings = std::max(std::round((approximate_speed_m_per_s * seconds - final_position) / width), 0.0);
    return std::min((final_position + crossings * width) / seconds, 64.0);
}

std::string scene_svg(const lab::LaneRun& run, const scenes::Trail& trail, const Candidate& candidate,
                      std::string_view id_prefix)
{
    return draw::to_themed_svg(
        [&](draw::Picture& picture, const draw::Theme& theme)
        {
            views::redraw_lane(picture, run.lane(), run.lane().newest_moment(), trail, {}, lane_area,
                               {.theme = theme, .loop_colour = draw::loop_colour(candidate.preset)});
        },
        {.id_prefix = id_prefix});
}

std::string timeline_svg(const lab::LaneRun& run, const telemetry::FrameSample& hitch_sample, Nanos median_frame_time,
                         const Candidate& candidate, std::string_view id_prefix)
{
    const telemetry::Frames frames{run.lane().samples()};
    const std::vector<views::TimeMark> marks = views::time_marks_of(frames);
    // The hitch, and some frames before and after it
    const Nanos hitch_end = hitch_sample.start_wall_time, hitch_length = hitch_sample.measured_frame_time;
    const draw::TimeSpan time_span{
        std::max(hitch_end - hitch_length - std::max(3 * median_frame_time, hitch_length / 4), Nanos::zero()),
        hitch_end + std::max(6 * median_frame_time, hitch_length / 2)};
    return draw::to_themed_svg(
        [&](draw::Picture& picture, const draw::Theme& theme)
        {
            views::redraw_timeline(picture, {.frames = frames, .marks = marks}, time_span, timeline_area,
                                   {.theme = theme, .loop_colour = draw::loop_colour(candidate.preset)});
        },
        {.id_prefix = id_prefix});
}

telemetry::FrameSample run_past_hitch(lab::LaneRun& run, scenes::Trail& trail, std::int64_t hitch_frame_index,
                                      const lab::RunLimits& limits)
{
    std::optional<telemetry::FrameSample> hitch_sample;
    telemetry::FrameSample newest_sample;
    while (run.has_next_frame({.max_wall_time = limits.max_wall_time}))
    {
        newest_sample = run.simulate_frame();
        views::extend_trail(trail, run.lane());
        static_cast<void>(run.advance_display_to(
            newest_sample.start_wall_time)); // deletes displayed frames that are no longer needed
        if (newest_sample.frame_number == hitch_frame_index) hitch_sample = newest_sample;
        if (hitch_sample && newest_sample.start_wall_time >= hitch_sample->start_wall_time + time_after_hitch) break;
    }
    return hitch_sample.value_or(newest_sample);
}

std::string picture_html(std::string_view css_class, std::string_view svg)
{
    return fmt::format("<div class=\"picture {}\">{}</div>\n", css_class, svg);
}

LoopPictures draw_candidate_pictures(const Candidate& candidate, const RankingInput& input,
                                     std::int64_t hitch_frame_index, Nanos hitch_end, std::size_t picture_index)
{
    lab::LaneSetup setup = input.lane_setup_of(candidate, input.whole);
    set_knob(setup.config.scene, "speed", disc_speed(hitch_end + time_after_hitch));
    set_knob(setup.config.scene, "bars", 1);
    lab::LaneRun run{std::move(setup), true};
    scenes::Trail trail;
    const telemetry::FrameSample hitch_sample =
        run_past_hitch(run, trail, hitch_frame_index, input.run_limits(input.whole));
    return {.hitch_sample = hitch_sample,
            .scene_html = picture_html("strip", scene_svg(run, trail, candidate, fmt::format("s{}-", picture_index))),
            .timeline_html = picture_html("timeline", timeline_svg(run, hitch_sample, input.median_frame_time,
                                                                   candidate, fmt::format("t{}-", picture_index)))};
}

// Returns the end times of the frames with a visible jump, as fractions of the recording's length, 0 to 1.
std::vector<double> jump_time_fractions_of(const AnimationErrors& errors, const RankingInput& input)
{
    std::vector<double> frame_ends_s;
    double duration_s = 0.0;
    for (const Nanos frame_time : input.frame_times)
    {
        duration_s += timestep::to_seconds(frame_time);
        frame_ends_s.push_back(duration_s);
    }
    std::vector<double> fractions;
    for (const std::size_t i : errors.jump_frame_indices)
        fractions.push_back(duration_s > 0.0 ? frame_ends_s[i] / duration_s : 0.0);
    return fractions;
}

std::string caption_html(const PageData& page, const LoopPictures& pictures, const std::string& details)
{
    const Candidate& candidate = page.candidate(pictures.candidate_index);
    return fmt::format(
        "<figcaption>{}<b>{}</b>{} <span class=\"quiet\">{}</span></figcaption>\n", loop_dot_html(candidate.preset),
        markup_escaped(title_of(candidate)),
        page.has_recommendation() && pictures.candidate_index == page.chosen_index() ? " (recommended)" : "", details);
}

// Draws a line for the whole recording, divided into 1000 parts. Each part with a visible jump gets a mark.
std::string jump_marks_html(const LoopPictures& pictures)
{
    constexpr double part_count = 1000.0;
    std::string path;
    double last_x = -1.0;
    for (const double time_fraction : pictures.jump_time_fractions)
    {
        const double x = std::floor(time_fraction * part_count);
        if (x == last_x) continue;
        fmt::format_to(std::back_inserter(path), "M{} 0V10", x);
        last_x = x;
    }
    return fmt::format("<div class=\"jumps\" role=\"img\" aria-label=\"{0} jumps over the whole recording\"><svg "
                       "viewBox=\"0 0 {1} 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><path "
                       "d=\"{2}\"/></svg></div>\n",
                       pictures.jump_time_fractions.size(), part_count, path);
}

} // namespace

std::vector<LoopPictures> draw_hitch_pictures(const LoopRanking& ranking, std::span<const Nanos> frame_times,
                                              std::span<const std::size_t> candidate_indices)
{
    const auto hitch_frame_index = std::ranges::max_element(frame_times) - frame_times.begin();
    const Nanos hitch_end = std::accumulate(frame_times.begin(), frame_times.begin() + hitch_frame_index + 1, Nanos{});
    const RankingInput input{{frame_times.begin(), frame_times.end()}, ranking.options};
    std::vector<LoopPictures> all_pictures;
    for (const std::size_t i : candidate_indices)
    {
        LoopPictures& pictures = all_pictures.emplace_back(
            draw_candidate_pictures(ranking.candidates[i], input, hitch_frame_index, hitch_end, all_pictures.size()));
        pictures.candidate_index = i;
        pictures.candidate = ranking.candidates[i];
        pictures.jump_time_fractions = jump_time_fractions_of(run_candidate(pictures.candidate, input), input);
    }
    return all_pictures;
}

std::string hitch_scenes_section(const PageData& page)
{
    std::string figures;
    for (std::size_t i = 0; i < page.displayed_pictures().size(); ++i)
    {
        const LoopPictures& pictures = page.displayed_pictures()[i];
        const PageNumberFormatter loop = page.numbers.at(fmt::format("seen/loops/{}", i));
        figures += "<figure>\n" +
                   caption_html(page, pictures,
                                fmt::format("animation error {} ms, {} jumps a minute, latency {} ms, {} % lost",
                                            loop.rounded_number_html("animation_error_mean_ms"),
                                            loop.rounded_number_html("jumps_per_minute"),
                                            loop.rounded_number_html("picture_age_mean_ms"),
                                            loop.rounded_number_html("lost_percent"))) +
                   pictures.scene_html + jump_marks_html(pictures) + "</figure>\n";
    }
    const bool uses_display_intervals = page.numbers.value_at("seen/timing").get<std::string>() == "displayed";
    return fmt::format(
        "<section id=\"pictures\">\n<h2>What the player saw</h2>\n<p>A disc glides to the right at an even "
        "speed; each loop draws it with these frame times. Every dot is a frame that was displayed in the half "
        "second around the longest {} ({} ms, {} s from the start), which is the wide gap. Even gaps are "
        "smooth motion; the ring is where the disc should be. The line below shows the whole recording, with a mark at "
        "each jump: a picture whose animation error is over 0.3 refresh periods (2 to 8 ms), also in "
        "hitches.{}</p>\n<div "
        "class=\"wide "
        "strips\">\n{}</div>\n"
        "</section>\n",
        uses_display_intervals ? "wait for a frame" : "frame", page.numbers.rounded_number_html("seen/longest_ms"),
        page.numbers.fixed_decimals_html("seen/longest_at_s", 3),
        uses_display_intervals
            ? " The loops get the times from one displayed frame to the next, generated ones included, as frame times."
            : " The recording does not contain screen times, so the loops get the recorded frame times.",
        figures);
}

std::string hitch_timelines_section(const PageData& page)
{
    // The recommended loop, the next best, and the worst of the others; the loops are sorted from best to worst.
    std::vector<const LoopPictures*> shown_pictures;
    for (const LoopPictures& pictures : page.pictures_for_ranked_frame_times) shown_pictures.push_back(&pictures);
    if (shown_pictures.size() > 3)
    {
        const auto third = shown_pictures.begin() + 2;
        *third = *std::ranges::max_element(third, shown_pictures.end(), {}, &LoopPictures::candidate_index);
        shown_pictures.resize(3);
    }
    std::string figures;
    for (const LoopPictures* pictures : shown_pictures)
        figures +=
            "<figure>\n" +
            caption_html(page, *pictures, "in the hitch: " + markup_escaped(lab::frame_text(pictures->hitch_sample))) +
            pictures->timeline_html + "</figure>\n";
    return "<section id=\"timelines\">\n<h2>Around the worst hitch</h2>\n<p>Above, the recorded frame times; "
           "below them, the steps in each frame, the time that was carried over to the next frame, and the "
           "time that was dropped. Time runs to the right, the same for all three" +
           (page.input.ranking.first_frame_index > 0
                ? fmt::format(", and counts from frame {} on", page.numbers.integer_html("rank/first_frame"))
                : "") +
           ".</p>\n<div class=\"wide\">\n" + figures + "</div>\n</section>\n";
}

} // namespace ranking
