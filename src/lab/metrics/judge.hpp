// lab/metrics/judge.hpp -- computes the results of the loops that the window shows, four times a second
#pragma once

#include "lab/lane/lanes.hpp"

namespace lab
{

class Judge
{
public:
    /// Returns the results of all lanes, at most 0.25 s old. Their speed is that of
    /// pace_of(), the number of the verdict. With `replays`, each computation of the results also checks one more lane
    /// for reproducibility: runs it again on another virtual PC. `now` is the time on this PC's clock.
    const std::vector<LaneResult>& look(const MeteredLanes& lanes, Nanos now, bool replays);
    /// Deletes the results. Call it when the window shows other lanes (loops).
    void clear() { results_.clear(); }

private:
    void replay(const MeteredLanes& lanes);

    std::vector<LaneResult> results_;
    /// For each lane (loop), true if it is reproducible. May have fewer elements than there are lanes, because only one
    /// lane is checked at a time.
    std::vector<std::optional<bool>> reproducible_;
    /// Index in timestep::all_presets of the first lane's loop at the last computation of the results. If the user has
    /// chosen another loop since then, look() clears reproducible_.
    std::size_t loop_ = 0;
    Nanos at_{}; ///< time `now` of the call that last computed results_
};

} // namespace lab
