// ranking/report/sections.hpp -- the sections of the exported HTML page, from top to bottom
#pragma once

#include "ranking/rank/ranking.hpp"
#include "ranking/report/html.hpp"
#include "ranking/report/html_report.hpp"
#include "telemetry/frames.hpp"

#include <fmt/core.h>

#include <span>
#include <string>
#include <vector>

namespace ranking
{

/// The pictures of one loop around the longest hitch, and the results of its run.
struct LoopPictures
{
    std::size_t candidate_index = 0; ///< index in LoopRanking::candidates
    Candidate candidate{};
    telemetry::FrameSample hitch_sample{}; ///< the frame whose frame time is the hitch
    std::string scene_html{}; ///< the scene 0.17 s after the hitch, with a trail of the frames before
    std::string timeline_html{}; ///< the frames around the hitch, with their steps
    /// Times of uneven pictures, as fractions of the recording's length, 0 to 1.
    std::vector<double> jump_time_fractions{};
};

/// For each loop, draws a timeline and the scene 0.17 s after the longest hitch. `frame_times` must not be empty.
std::vector<LoopPictures> draw_hitch_pictures(const LoopRanking& ranking, std::span<const Nanos> frame_times,
                                              std::span<const std::size_t> candidate_indices);

struct PageData
{
    const ReportInput& input;
    PageNumberFormatter numbers, stream_numbers; ///< of the whole JSON data, and of the statistics of ranked_stream()
    std::string file_name; ///< without the folder, which can have a private name
    std::vector<LoopPictures>
        pictures_for_ranked_frame_times{}; ///< drawings for the recorded frame times; the recommended loop first
    std::vector<LoopPictures> pictures_for_display_intervals{};

    /// The statistics of ReportInput::overlays[i], a recording drawn over the main one.
    PageNumberFormatter overlay_numbers(std::size_t i) const
    {
        return numbers.at(fmt::format("inspect/files/{}/streams/{}", i + 1, input.overlays[i].stream_index));
    }
    PageNumberFormatter candidate_numbers(std::size_t i) const
    {
        return numbers.at(fmt::format("rank/candidates/{}", i));
    }
    const recordings::Stream& ranked_stream() const { return input.recording.streams[input.stream_index]; }
    std::span<const Nanos> ranked_frame_times() const
    {
        return std::span{ranked_stream().frame_times}.subspan(input.ranking.first_frame_index,
                                                              input.ranking.frame_count);
    }
    const Candidate& candidate(std::size_t i) const { return input.ranking.candidates[i]; }
    /// For the display intervals if they are known, else for the frame times.
    const std::vector<LoopPictures>& displayed_pictures() const
    {
        return pictures_for_display_intervals.empty() ? pictures_for_ranked_frame_times
                                                      : pictures_for_display_intervals;
    }
    bool has_recommendation() const { return input.ranking.recommended() != nullptr; }
    /// Index of the recommended candidate; without one, of the baseline.
    std::size_t chosen_index() const
    {
        return input.ranking.recommendation.candidate_index.value_or(input.ranking.baseline_index);
    }
};

/// For each ranked basic preset (PresetGroup::literature), the index of its best step rate in LoopRanking::candidates.
std::vector<std::size_t> best_literature_indices(const LoopRanking& ranking);

std::string page_header_with_recommendation(const PageData& page);
std::string next_steps_section(const PageData& page);
std::string recording_section(const PageData& page);
std::string ranking_section(const PageData& page);
std::string hitch_scenes_section(const PageData& page);
std::string hitch_timelines_section(const PageData& page);
std::string definitions_section(const PageData& page);

/// The colour, as "#rrggbb", in which the plot shows the recording ReportInput::overlays[overlay_index].
std::string overlay_colour(std::size_t overlay_index);
/// The frame times of all recordings as two plots: over time, with the longest hitches marked, and as percentiles.
std::string frame_time_plots_html(const PageData& page);

} // namespace ranking
