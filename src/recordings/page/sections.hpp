// recordings/page/sections.hpp -- the parts of the page, from top to bottom
#pragma once

#include "recordings/page/html.hpp"
#include "recordings/page/looks.hpp"
#include "recordings/page/page.hpp"

#include <span>

namespace recordings
{

inline std::size_t chosen_of(const Ranking& r) { return r.recommendation.candidate.value_or(r.measure); }

/// What the sections are made from.
struct Draft
{
    const PageInput& input;
    Numbers figures;
    std::string name;          ///< of the file, without its folder: pages are passed on
    std::string stream;        ///< the JSON pointer of the stream that was ranked
    std::vector<Look> looks{}; ///< the recommended loop first

    const Stream& recorded() const { return input.recording.streams[input.stream]; }
    /// The frames that were ranked.
    std::span<const Nanos> ranked() const
    {
        return std::span{recorded().frames}.subspan(input.ranking.first_frame, input.ranking.frames);
    }
    const Candidate& candidate(std::size_t i) const { return input.ranking.candidates[i]; }
    bool recommends() const { return input.ranking.recommendation.candidate.has_value(); }
    /// The recommended loop; of a recording that is too short for one, the loop that all are compared with.
    std::size_t chosen() const { return chosen_of(input.ranking); }
};

/// "/rank/candidates/3/KEY".
std::string pointer_to(std::size_t candidate, std::string_view key);
/// The best candidate of each loop of the literature that was ranked, in the order in which they are taught.
std::vector<std::size_t> baselines(const Ranking& ranking);
/// The best candidate of another loop than the chosen one, without a veto.
std::optional<std::size_t> runner_up(const Ranking& ranking);

std::string headline(const Draft& draft);
std::string next_steps(const Draft& draft);
std::string recording(const Draft& draft);
std::string race(const Draft& draft);
std::string pictures(const Draft& draft);
std::string timelines(const Draft& draft);
std::string definitions(const Draft& draft);

/// Frame times over time, with the longest marked.
std::string frame_plot(const Draft& draft);

} // namespace recordings
