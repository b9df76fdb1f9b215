// Writes the tables with the definition of each number on the report page and the source of the definition.
#include "recordings/page/sections.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace recordings
{

namespace
{

std::string row(std::string_view what, std::string_view is, std::string_view source)
{
    return fmt::format("<tr><th>{}</th><td class=\"l w\">{}</td><td class=\"l w quiet\">{}</td></tr>\n", escaped(what),
                       escaped(is), escaped(source));
}

std::string of_recording(const Draft& d)
{
    std::string rows =
        row("frame time",
            fmt::format("the column {}: {}", d.input.recording.frame_time_column, meaning_of(d.input.recording.side)),
            d.input.recording.tool) +
        row("median, 99 %", "quantiles of the frame times by rule R7: position (n - 1) p + 1",
            "R. J. Hyndman and Y. Fan, \"Sample quantiles in statistical packages\", 1996") +
        row("average rate", "number of frames divided by their time: 1000 / mean", "") +
        row("hitch", "a frame over 2.5 times the median, and at least 25 ms over it", "Timestep Lab") +
        row("stutter",
            fmt::format(
                "percent of the time in frames over 2.5 times a trailing mean of {} frames, in which a frame over "
                "three times the one before counts as that one",
                d.figures.at(d.stream + "/stutter_window").get<std::size_t>()),
            "CapFrameX") +
        row("change", "the absolute difference of successive frame times: |dft|", "");
    for (const telemetry::LowRow& low : telemetry::all_lows)
        rows +=
            row(fmt::format("1 % low, {}", low.label), fmt::format("{}; the share is 1 or 0.1 %", low.is), low.source);
    return rows;
}

std::string of_race(const Draft& d)
{
    const std::string measure = title_of(d.candidate(d.input.ranking.measure));
    return row("roughness",
               "mean of the animation error: how far the picture's motion is from the time on the screen; a frame "
               "counts "
               "for a median frame at most",
               "PresentMon's MsAnimationError, and the repeated pictures that it leaves out") +
           row("rougher by",
               fmt::format(
                   "its smoothness minus that of {}, over the same frames: 95 % interval from 1000 resamples in "
                   "blocks of at least one second; tied if the interval is within -0.5 to 0.5 ms and, without "
                   "blending, "
                   "the loop adds under 2 jumps a minute and the frames keep a rate that suits its steps",
                   measure),
               "circular block bootstrap: D. N. Politis and J. P. Romano, 1992") +
           row("jumps", "pictures a minute whose animation error is over half a step, or over 8 ms", "Timestep Lab") +
           row("latency", "mean age of the pictures by the loop's own clock: without what was dropped or filtered away",
               "Timestep Lab") +
           row("input", "mean age of the newest input in a picture, when its frame began", "Timestep Lab") +
           row("work", "physics steps per second, scratch steps for a picture included", "Timestep Lab") +
           row("lost", "time that the loop dropped or filtered away; negative if the loop added time", "Timestep Lab") +
           row("veto",
               "no clock of its own; frames that only get longer when a step costs a quarter more than it simulates; "
               "other steps on a machine with other frame times; more than 1 % of the time lost or made up beyond what "
               "interpolated loses",
               "the spiral of death: G. Fiedler, \"Fix Your Timestep!\", 2004");
}

std::string table(const std::string& rows)
{
    return "<div class=\"scroll\"><table class=\"defs\">\n<thead><tr><th class=\"l\">figure</th><th "
           "class=\"l\">definition</th><th "
           "class=\"l\">whose</th></tr></thead>\n<tbody>\n" +
           rows + "</tbody>\n</table></div>\n";
}

std::string how_replayed(const Draft& d)
{
    const auto& cost = d.input.ranking.options.step_cost;
    if (!cost)
        return "<p>Every loop was given the recorded frames as they were, on a virtual PC whose steps cost nothing: "
               "what "
               "differs is what each loop makes of the same frames.</p>\n";
    return fmt::format(
        "<p>The recorded game is taken to have made one step a frame. A step costs {} ms: that was taken "
        "off each recorded frame, and every loop paid for the steps that it took.</p>\n",
        d.figures.rough("/rank/step_cost_ms"));
}

} // namespace

std::string definitions(const Draft& d)
{
    return "<section id=\"definitions\">\n<h2>How each figure is defined</h2>\n<h3>Of the recording</h3>\n" +
           table(of_recording(d)) + "<h3>Of the race</h3>\n" + how_replayed(d) +
           "<p>These figures leave out hitches and the frames next to them.</p>\n" + table(of_race(d)) + "</section>\n";
}

} // namespace recordings
