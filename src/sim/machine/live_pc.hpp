// sim/machine/live_pc.hpp -- the live PC: the machine that this program runs on, with lag that the user sets
#pragma once

#include "sim/machine/clock.hpp"
#include "sim/machine/pc.hpp"

#include <optional>

namespace sim
{

/// The PC that runs this program. The caller presents each frame; after the present call, it must call end_frame().
class LivePc final : public Pc
{
public:
    LivePc(Clock& clock, std::uint64_t seed)
        : Pc{seed}
        , clock_{clock}
        , creation_time_{clock.now()}
        , frame_start_{creation_time_}
    {
    }

    Nanos begin_frame(const MachineSettings& settings, std::optional<Nanos> recorded_frame_time = {}) override;
    Nanos frame_start_time() const override { return frame_start_ - creation_time_; }
    Nanos time_in_frame() const override { return clock_.now() - frame_start_; }
    void spend_computing_time(Nanos cost) override;
    std::optional<PresentTimes> end_frame(const MachineSettings& settings, bool is_rendered,
                                          std::optional<Nanos> next_recorded_frame_time = {}) override;
    WaitTimes wait_for_next_frame(timestep::LoopPacer& pacer, const timestep::StepPlan& plan) override;
    Nanos stepping_time_limit() const override { return 2s; }
    Nanos refresh_period(const MachineSettings&) const override { return Nanos::zero(); }

private:
    Clock& clock_;
    FrameLimiter frame_limiter_{};
    Nanos creation_time_;
    Nanos frame_start_;
    HousekeepingSettings housekeeping_settings_{}; ///< of the current frame
    std::optional<Nanos> planned_frame_start_;
};

} // namespace sim
