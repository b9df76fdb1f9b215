// lab/lane/metered_lane.hpp -- a lane, its set-up, and the metrics of its frames
#pragma once

#include "lab/lane/lane.hpp"
#include "lab/settings/lane_setup.hpp"
#include "telemetry/meter.hpp"

namespace lab
{

class MeteredLane
{
public:
    /// `looked_at` is true for a lane on the stage. Such a lane also runs the reference motion `mathematics` and keeps
    /// a history; other lanes need less time and memory.
    explicit MeteredLane(LaneSetup setup, bool looked_at = false);
    MeteredLane(const MeteredLane&)            = default;
    MeteredLane(MeteredLane&&)                 = default;
    MeteredLane& operator=(const MeteredLane&) = default;
    MeteredLane& operator=(MeteredLane&&)      = default;
    virtual ~MeteredLane()                     = default;

    /// Returns the set-up. The caller may change it between frames and must call obey() afterwards.
    LaneSetup& setup() { return setup_; }
    const LaneSetup& setup() const { return setup_; }
    void obey() { lane_.obey(setup_.settings); }

    Lane& lane() { return lane_; }
    const Lane& lane() const { return lane_; }
    /// Adds the newest frame to the metrics; the frame must have ended. If the frame has the event `reset`, the metrics
    /// start again with this frame.
    void count_frame();
    /// Returns the metrics of all counted frames since the last reset.
    telemetry::Metrics metrics() const { return meter_.result(lane_.start_energy()); }

private:
    LaneSetup setup_;
    Lane lane_;
    std::size_t exact_to_; ///< number of frames up to which percentiles are exact
    telemetry::Meter meter_;
};

} // namespace lab
