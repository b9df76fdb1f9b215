// lab/metrics/judge.hpp -- how the lanes on the stage are doing, looked at four times a second
#pragma once

#include "lab/lane/lanes.hpp"

namespace lab
{

class Judge
{
public:
    /// As of now, or not longer ago than that. With `replays`, the lanes are also played again on another machine, one
    /// each time, to see whether they come out the same.
    const std::vector<LaneResult>& look(const MeteredLanes& lanes, Nanos now, bool replays);
    /// Other lanes are on the stage.
    void clear() { results_.clear(); }

private:
    void replay(const MeteredLanes& lanes);

    std::vector<LaneResult> results_;
    std::vector<std::optional<bool>> reproducible_; ///< of the first lanes, as far as they have been judged
    std::size_t loop_ = 0;                          ///< of the first lane, when it was looked at
    Nanos at_{};
};

} // namespace lab
