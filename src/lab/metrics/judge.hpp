// lab/metrics/judge.hpp -- computes the results of the lanes on the stage four times a second
#pragma once

#include "lab/lane/lanes.hpp"

namespace lab
{

class Judge
{
public:
    /// Returns the results of all lanes, which are at most 0.25 s old. With `replays` it also finds out whether the
    /// lanes are reproducible: each time it computes new results, it runs one more lane again on another machine.
    const std::vector<LaneResult>& look(const MeteredLanes& lanes, Nanos now, bool replays);
    /// Drops the results. Call it when other lanes come on the stage.
    void clear() { results_.clear(); }

private:
    void replay(const MeteredLanes& lanes);

    std::vector<LaneResult> results_;
    std::vector<std::optional<bool>> reproducible_; ///< for the lanes checked so far, from the first lane on
    std::size_t loop_ = 0;                          ///< preset of the first lane at the last look()
    Nanos at_{};                                    ///< time of results_
};

} // namespace lab
