// recordings/page/sections.hpp -- the parts of the HTML page, from top to bottom
#pragma once

#include "recordings/page/html.hpp"
#include "recordings/page/page.hpp"
#include "recordings/rank/ranking.hpp"
#include "telemetry/frames.hpp"

#include <fmt/core.h>

#include <span>
#include <string>
#include <vector>

namespace recordings
{

/// Two drawings of one loop as SVG texts.
struct Pictures
{
    std::string strip{};    ///< the scene 0.17 s after the hitch, with a trail of the frames before it
    std::string timeline{}; ///< the frames around the hitch, and the steps in each of them
};

struct LoopPictures
{
    std::size_t candidate = 0; ///< index of the loop and its step rate in Ranking::candidates
    /// The loop and its step rate, with its results (smoothness, latency, ...) on the frames of these pictures.
    Candidate on_these{};
    telemetry::FrameSample hitch{}; ///< record of the frame whose measured frame time is the hitch
    Pictures on_dark{}, on_light{};
    /// Times of the pictures in which the motion is visibly too far or not far enough (telemetry::jump_limit()), as
    /// shares of the recording's length, 0 to 1.
    std::vector<double> jumps{};
};

/// Runs each of the `candidates` with `frames` until 0.17 s after the longest hitch, and draws its pictures. `frames`
/// are the ranked frames, or the times of pictures on the screen; at least one.
std::vector<LoopPictures> pictures_of_loops(const Ranking& ranking, std::span<const Nanos> frames,
                                            std::span<const std::size_t> candidates);

/// The index of the recommended candidate or, if there is none, Ranking::baseline.
inline std::size_t chosen_of(const Ranking& r) { return r.recommendation.candidate.value_or(r.baseline); }

/// The data from which the sections are made.
struct Draft
{
    const PageInput& input;
    Numbers figures;
    std::string name;                  ///< file name without folder, because users send pages to other people
    std::string stream;                ///< JSON pointer to the statistics of the ranked frames
    std::vector<LoopPictures> looks{}; ///< pictures of loops on the ranked frames; the recommended loop comes first
    /// Pictures of loops on the times of pictures on the screen; empty if unknown.
    std::vector<LoopPictures> on_screen{};

    /// The JSON pointer to the statistics of PageInput::overlays[overlay].
    std::string pointer_to_overlay(std::size_t overlay) const
    {
        return fmt::format("/inspect/files/{}/streams/{}", overlay + 1, input.overlays[overlay].stream);
    }
    const Stream& recorded() const { return input.recording.streams[input.stream]; }
    std::span<const Nanos> ranked() const
    {
        return std::span{recorded().frames}.subspan(input.ranking.first_frame, input.ranking.frames);
    }
    const Candidate& candidate(std::size_t i) const { return input.ranking.candidates[i]; }
    /// The pictures of loops that the player saw.
    const std::vector<LoopPictures>& seen() const { return on_screen.empty() ? looks : on_screen; }
    bool recommends() const { return input.ranking.recommendation.candidate.has_value(); }
    std::size_t chosen() const { return chosen_of(input.ranking); }
};

/// The JSON pointer to one value of a candidate, such as "/rank/candidates/3/hz".
std::string pointer_to(std::size_t candidate, std::string_view key);
/// The candidates with the best step rate of each ranked loop of Group::literature, in the order of all_presets.
std::vector<std::size_t> baselines(const Ranking& ranking);

std::string headline(const Draft& draft);
std::string next_steps(const Draft& draft);
std::string recording(const Draft& draft);
std::string race(const Draft& draft);
std::string pictures(const Draft& draft);
std::string timelines(const Draft& draft);
std::string definitions(const Draft& draft);

/// The colour, as "#rrggbb", of PageInput::overlays[overlay].
std::string overlay_colour(std::size_t overlay);
/// Two plots of all recordings: the frame times over time, in which the longest hitches are marked, and the
/// percentiles.
std::string frame_plot(const Draft& draft);

} // namespace recordings
