// recordings/page/sections.hpp -- the parts of the HTML page, from top to bottom
#pragma once

#include "recordings/page/html.hpp"
#include "recordings/page/looks.hpp"
#include "recordings/page/page.hpp"

#include <fmt/core.h>

#include <span>

namespace recordings
{

/// Returns the index of the recommended candidate (a loop with a step rate). If there is no recommendation, returns the
/// index of the candidate with which all others are compared.
inline std::size_t chosen_of(const Ranking& r) { return r.recommendation.candidate.value_or(r.measure); }

/// The data from which the sections are made.
struct Draft
{
    const PageInput& input;
    Numbers figures;
    std::string name;              ///< file name without folder, because users send pages to other people
    std::string stream;            ///< JSON pointer to the statistics of the ranked frames
    std::vector<Look> looks{};     ///< pictures of loops on the ranked frames; the recommended loop comes first
    std::vector<Look> on_screen{}; ///< pictures of loops on the times of pictures on the screen; empty if unknown

    /// Returns the JSON pointer to the statistics of overlay number `overlay`, from 0: a further recording whose frame
    /// times are drawn over those of the first.
    std::string pointer_to_overlay(std::size_t overlay) const
    {
        return fmt::format("/inspect/files/{}/streams/{}", overlay + 1, input.overlays[overlay].stream);
    }
    const Stream& recorded() const { return input.recording.streams[input.stream]; }
    /// Returns the frames that were ranked.
    std::span<const Nanos> ranked() const
    {
        return std::span{recorded().frames}.subspan(input.ranking.first_frame, input.ranking.frames);
    }
    const Candidate& candidate(std::size_t i) const { return input.ranking.candidates[i]; }
    /// Returns the pictures of loops that the player saw.
    const std::vector<Look>& seen() const { return on_screen.empty() ? looks : on_screen; }
    bool recommends() const { return input.ranking.recommendation.candidate.has_value(); }
    /// Returns the index of the recommended candidate (a loop with a step rate). If there is no recommendation, returns
    /// the index of the candidate with which all others are compared.
    std::size_t chosen() const { return chosen_of(input.ranking); }
};

/// Returns the JSON pointer to one value of a candidate (a loop with a step rate), such as "/rank/candidates/3/hz".
std::string pointer_to(std::size_t candidate, std::string_view key);
/// For each ranked loop of the five best-known ones (Group::literature), returns the index of its best step rate in
/// Ranking::candidates. The order is that of all_presets.
std::vector<std::size_t> baselines(const Ranking& ranking);
/// Returns the index of the second-best result in Ranking::candidates: the best one whose loop differs from the
/// recommended loop and which has no reason against it (Candidate::vetoes). Returns nothing if there is none.
std::optional<std::size_t> runner_up(const Ranking& ranking);

std::string headline(const Draft& draft);
std::string next_steps(const Draft& draft);
std::string recording(const Draft& draft);
std::string race(const Draft& draft);
std::string pictures(const Draft& draft);
std::string timelines(const Draft& draft);
std::string definitions(const Draft& draft);

/// Returns the colour, as "#rrggbb", of overlay number `overlay`, from 0: a further recording that is drawn over the
/// first.
std::string overlay_colour(std::size_t overlay);
/// Returns two plots: the frame times over time, in which the longest hitches (very long frames) are marked, and the
/// percentiles of the frame times. Further recordings (overlays) are drawn into both.
std::string frame_plot(const Draft& draft);

} // namespace recordings
