// lab/lane/metered_lane.hpp -- a lane (a loop with its world) together with its settings and the metrics of its frames
#pragma once

#include "lab/lane/lane.hpp"
#include "lab/settings/lane_setup.hpp"
#include "telemetry/meter.hpp"

namespace lab
{

class MeteredLane
{
public:
    /// `looked_at` is true if the window shows the lane (loop). Then the lane also simulates its world a second time
    /// with very small steps, for comparison, and keeps past pictures, so that the user can look at an earlier moment.
    /// Otherwise it needs less time and memory.
    explicit MeteredLane(LaneSetup setup, bool looked_at = false);
    MeteredLane(const MeteredLane&)            = default;
    MeteredLane(MeteredLane&&)                 = default;
    MeteredLane& operator=(const MeteredLane&) = default;
    MeteredLane& operator=(MeteredLane&&)      = default;
    virtual ~MeteredLane()                     = default;

    /// Returns the set-up: settings, recording and name. The caller may change it between frames and must then call
    /// obey(), which applies the changes.
    LaneSetup& setup() { return setup_; }
    const LaneSetup& setup() const { return setup_; }
    void obey() { lane_.obey(setup_.settings); }

    Lane& lane() { return lane_; }
    const Lane& lane() const { return lane_; }
    /// Adds the newest frame, which must have ended, to the metrics. If the frame has the event `reset`, earlier frames
    /// no longer count.
    void count_frame();
    /// Returns the metrics of all frames counted since the last reset.
    telemetry::Metrics metrics() const { return meter_.result(lane_.start_energy()); }

private:
    LaneSetup setup_;
    Lane lane_;
    std::size_t exact_to_; ///< number of frames up to which the percentiles are exact
    telemetry::Meter meter_;
};

} // namespace lab
