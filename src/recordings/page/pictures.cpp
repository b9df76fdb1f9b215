// Writes the pictures of each loop around the longest hitch (a very long frame): the scene as the window draws it, and
// the timeline.
#include "recordings/page/sections.hpp"

#include "lab/metrics/frame_text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace recordings
{

namespace
{

std::string both(std::string_view kind, const std::string& on_light, const std::string& on_dark)
{
    return fmt::format(
        "<div class=\"picture {}\"><div class=\"on-light\">{}</div><div class=\"on-dark\">{}</div></div>\n", kind,
        on_light, on_dark);
}

std::string caption(const Draft& d, const Look& look, const std::string& more)
{
    const Candidate& c = d.candidate(look.candidate);
    return fmt::format("<figcaption>{}<b>{}</b>{} <span class=\"quiet\">{}</span></figcaption>\n", dot(c.preset),
                       escaped(title_of(c)), d.recommends() && look.candidate == d.chosen() ? " (recommended)" : "",
                       more);
}

// Returns a line for the whole recording as HTML, with a mark at each jump: a picture in which the motion is visibly
// too far or not far enough. Jumps closer than a thousandth of the recording share a mark.
std::string jumps(const Look& look)
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

// Returns a loop's picture around the longest hitch as HTML. Its caption has the loop's name, smoothness, jumps,
// latency and lost time. `number` is the index of `look` in Draft::seen().
std::string strip(const Draft& d, const Look& look, std::size_t number)
{
    const auto rough = [&](std::string_view key)
    { return d.figures.rough(fmt::format("/seen/loops/{}/{}", number, key)); };
    return "<figure>\n" +
           caption(d, look,
                   fmt::format("off by {} ms a frame, {} jumps a minute, {} ms old, {} % lost", rough("roughness_ms"),
                               rough("jumps_per_minute"), rough("latency_ms"), rough("lost_percent"))) +
           both("strip", look.on_light.strip, look.on_dark.strip) + jumps(look) + "</figure>\n";
}

bool is_displayed(const Draft& d) { return d.figures.at("/seen/timing").get<std::string>() == "displayed"; }

// Returns a sentence that says which frame times the loops get: the times from one picture on the screen to the next,
// or the recorded frame times.
std::string clock_of(const Draft& d)
{
    if (is_displayed(d))
        return " The loops get the times from one picture on the screen to the next, generated ones included, as frame "
               "times.";
    return " The recording does not tell when a picture reached the screen, so the times are those of the frames.";
}

std::string timeline(const Draft& d, const Look& look)
{
    return "<figure>\n" + caption(d, look, "in the hitch: " + escaped(lab::in_words(look.hitch))) +
           both("timeline", look.on_light.timeline, look.on_dark.timeline) + "</figure>\n";
}

// Returns the pictures of three loops: the recommended loop, the next best loop, and the loop that comes last in the
// table.
std::vector<const Look*> three_of(const Draft& d)
{
    std::vector<const Look*> all;
    for (const Look& look : d.looks) all.push_back(&look);
    if (all.size() <= 3) return all;
    // Candidates (loops, each with a step rate) are sorted from best to worst, so the largest index is the last row of
    // the table.
    const auto last = std::ranges::max_element(all.begin() + 2, all.end(), {}, &Look::candidate);
    return {all[0], all[1], *last};
}

} // namespace

std::string pictures(const Draft& d)
{
    std::string figures;
    for (std::size_t i = 0; i < d.seen().size(); ++i) figures += strip(d, d.seen()[i], i);
    return fmt::format(
        "<section id=\"pictures\">\n<h2>What the player saw</h2>\n<p>A disc glides to the right at an even "
        "speed; each loop draws it on these very frames. Every dot is a picture that was shown in the half "
        "second around the longest {} ({} ms, {} s from the start), which is the wide gap. Even gaps are "
        "smooth motion; the ring is where the disc should be. The line below shows the whole recording, with a mark at "
        "each jump: a picture that is off by over half a step, or by over 8 ms, in hitches, too.{}</p>\n<div "
        "class=\"wide "
        "strips\">\n{}</div>\n"
        "</section>\n",
        is_displayed(d) ? "wait for a picture" : "frame", d.figures.rough("/seen/longest_ms"),
        d.figures.fixed("/seen/longest_at_s", 3), clock_of(d), figures);
}

std::string timelines(const Draft& d)
{
    std::string figures;
    for (const Look* look : three_of(d)) figures += timeline(d, *look);
    return "<section id=\"timelines\">\n<h2>Around the worst hitch</h2>\n<p>Above, the frames as long as they were "
           "recorded; below them, the steps in each frame, the time that was carried over to the next frame, and the "
           "time that was dropped. Time runs to the right, the same for all three" +
           (d.input.ranking.first_frame > 0
                ? fmt::format(", and counts from frame {} on", d.figures.whole("/rank/first_frame"))
                : "") +
           ".</p>\n<div class=\"wide\">\n" + figures + "</div>\n</section>\n";
}

} // namespace recordings
