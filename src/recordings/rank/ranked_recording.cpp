#include "recordings/rank/ranked_recording.hpp"

#include "lab/settings/realised_loop.hpp"

#include <algorithm>
#include <numeric>

namespace recordings
{

namespace
{

using namespace std::chrono_literals;

// Returns an estimate of the time that the recorded game needed in each frame without its steps: the frame time minus
// the computing time of one step (`step_cost`), because the number of steps in a recorded frame is unknown. Negative
// results become 0.
std::shared_ptr<const std::vector<Nanos>> work_of(std::vector<Nanos> frames, Nanos step_cost)
{
    for (Nanos& frame : frames) frame = std::max(frame - step_cost, Nanos::zero());
    return std::make_shared<const std::vector<Nanos>>(std::move(frames));
}

} // namespace

int scratch_steps(const Candidate& c) { return c.loop.presentation == timestep::Presentation::render_tick ? 1 : 0; }

lab::LaneSetup lane_of(const Candidate& c)
{
    lab::LaneSetup setup;
    setup.name           = c.name();
    setup.settings.loop  = lab::choice_of(c.preset, c.loop);
    setup.settings.scene = *scenes::find_scene("uniform-motion");
    return setup;
}

RankedRecording::RankedRecording(std::vector<Nanos> frames, const RankOptions& options)
    : step_cost_{options.step_cost}
    , refresh_{options.refresh_period > Nanos::zero() ? timestep::every(options.refresh_period) : timestep::hz(60)}
    , frames_{std::move(frames)}
    , around_hitches_{recordings::around_hitches(frames_)}
    , median_{median_of(frames_)}
    , work_{work_of(frames_, options.step_cost.value_or(Nanos::zero()))}
    , recording_{"", frames_, lab::AtEnd::stop}
{
}

lab::LaneSetup RankedRecording::lane_of(const Candidate& c) const
{
    lab::LaneSetup setup           = recordings::lane_of(c);
    setup.settings.machine.refresh = refresh_;
    if (!step_cost_)
    {
        setup.recording = recording_;
        return setup;
    }
    setup.settings.machine.vsync       = sim::VsyncMode::off;
    setup.settings.machine.render_cost = scratch_steps(c) * *step_cost_;
    setup.settings.machine.step_cost   = *step_cost_;
    setup.settings.machine.lag.more    = {sim::lag::Recorded{work_, "the recording"}};
    return setup;
}

lab::RunLength RankedRecording::length() const
{
    if (!step_cost_) return {};
    return {.time   = 4 * std::accumulate(work_->begin(), work_->end(), Nanos{1s}),
            .frames = static_cast<std::int64_t>(work_->size())};
}

} // namespace recordings
