// recordings/page/sections.hpp -- the sections of the HTML page, from top to bottom
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

/// Two drawings of one loop as SVG.
struct Pictures
{
    std::string strip{};    ///< the scene 0.17 s after the hitch, with a trail of the frames before
    std::string timeline{}; ///< the frames around the hitch, with their steps
};

struct LoopPictures
{
    std::size_t candidate = 0; ///< index in Ranking::candidates
    /// The candidate with its results (smoothness, latency, ...) for the drawn frames.
    Candidate on_these{};
    telemetry::FrameSample hitch{}; ///< the frame whose measured frame time is the hitch
    Pictures on_dark{}, on_light{};
    /// Times at which the displayed motion visibly jumps (telemetry::jump_limit()), as fractions of the recording's
    /// length, 0 to 1.
    std::vector<double> jumps{};
};

/// Runs each of the `candidates` with `frames` until 0.17 s after the longest hitch, and draws its pictures. `frames`
/// are the ranked frames or the intervals between displayed frames; at least one.
std::vector<LoopPictures> pictures_of_loops(const Ranking& ranking, std::span<const Nanos> frames,
                                            std::span<const std::size_t> candidates);

/// The index of the recommended candidate or, if there is none, Ranking::baseline.
inline std::size_t chosen_of(const Ranking& r) { return r.recommendation.candidate.value_or(r.baseline); }

/// The data for the sections.
struct Draft
{
    const PageInput& input;
    Numbers figures;
    std::string name;                  ///< file name without its folder, which must not be published
    std::string stream;                ///< JSON pointer to the statistics of the ranked frames
    std::vector<LoopPictures> looks{}; ///< drawings for the ranked frames; the recommended loop comes first
    /// Drawings for the intervals between displayed frames; empty if these are unknown.
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
    /// The drawings for the frames that the player saw.
    const std::vector<LoopPictures>& seen() const { return on_screen.empty() ? looks : on_screen; }
    bool recommends() const { return input.ranking.recommendation.candidate.has_value(); }
    std::size_t chosen() const { return chosen_of(input.ranking); }
};

/// The JSON pointer to a value of a candidate, such as "/rank/candidates/3/hz".
std::string pointer_to(std::size_t candidate, std::string_view key);
/// The candidate with the best step rate of each ranked loop of Group::literature, in the order of all_presets.
std::vector<std::size_t> baselines(const Ranking& ranking);

std::string headline(const Draft& draft);
std::string next_steps(const Draft& draft);
std::string recording(const Draft& draft);
std::string race(const Draft& draft);
std::string pictures(const Draft& draft);
std::string timelines(const Draft& draft);
std::string definitions(const Draft& draft);

/// The colour of PageInput::overlays[overlay] as "#rrggbb".
std::string overlay_colour(std::size_t overlay);
/// Two plots of all recordings: the frame times over time, with the longest hitches marked, and the percentiles.
std::string frame_plot(const Draft& draft);

} // namespace recordings
