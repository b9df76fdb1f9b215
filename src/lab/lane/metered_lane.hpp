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
    /// A lane that is looked at keeps the mathematics and its past; others are cheaper.
    explicit MeteredLane(LaneSetup setup, bool looked_at = false);
    MeteredLane(const MeteredLane&)            = default;
    MeteredLane(MeteredLane&&)                 = default;
    MeteredLane& operator=(const MeteredLane&) = default;
    MeteredLane& operator=(MeteredLane&&)      = default;
    virtual ~MeteredLane()                     = default;

    /// Edited in place between frames; call `obey` afterwards.
    LaneSetup& setup() { return setup_; }
    const LaneSetup& setup() const { return setup_; }
    void obey() { lane_.obey(setup_.settings); }

    Lane& lane() { return lane_; }
    const Lane& lane() const { return lane_; }
    /// Adds the newest frame, which has ended, to the metrics. They start anew with a reset of the lane.
    void count_frame();
    /// The metrics of all counted frames since the last reset.
    telemetry::Metrics metrics() const { return meter_.result(lane_.start_energy()); }

private:
    LaneSetup setup_;
    Lane lane_;
    std::size_t exact_to_; ///< frames up to which percentiles are exact
    telemetry::Meter meter_;
};

} // namespace lab
