// sim/machine/virtual_pc.hpp -- any machine, computed: no wall clock, no randomness but the seed's, the same on every
// host
//
// Frame i starts at T(i). The loop reads the clock (sim/machine/timer.hpp) and plans n steps. Each of them costs c,
// drawing the frame costs r, the lag costs d(i); so its picture is ready at T(i) + n * c + r + d(i). The display shows
// it (sim/machine/display.hpp), and T(i + 1) is when presenting it returns. T(0) is zero.
//
// So the spiral of death is not scripted: it happens.
#pragma once

#include "sim/machine/limiter.hpp"
#include "sim/machine/pc.hpp"
#include "sim/machine/timer.hpp"

#include <optional>

namespace sim
{

class VirtualPc final : public Pc
{
public:
    VirtualPc(const MachineSettings& settings, std::uint64_t seed);

    Nanos begin_frame(const MachineSettings& settings) override;
    /// The recording is the machine: frames begin exactly when its frames began, however long their steps take here.
    Nanos begin_recorded_frame(Nanos recorded) override;
    Nanos time() const override { return frame_start_; }
    Nanos clock_error() const override { return reading_ ? *reading_ - frame_start_ : Nanos{}; }
    Nanos elapsed() const override { return now_ - frame_start_; }
    void spend(Nanos cost) override { now_ += std::max(cost, Nanos::zero()); }
    std::optional<ShownPicture> end_frame(const MachineSettings& settings, bool rendered) override;
    /// A recorded frame is shown when the next one begins.
    std::optional<ShownPicture> end_recorded_frame(const MachineSettings& settings, bool rendered, Nanos next) override;
    /// A look at the clock takes 1 us.
    Waited wait(timestep::LoopPacer& pacer, const timestep::StepPlan& plan) override;
    /// Before the first frame, as a pacer that `waits_first` does.
    void wait_first(timestep::LoopPacer& pacer, const MachineSettings& settings);
    Nanos patience() const override { return 60s; }
    Nanos refresh_period(const MachineSettings& settings) const override { return timestep::step_ns(settings.refresh); }

private:
    struct Waiter;

    Timer timer_;
    Display display_;
    Limiter limiter_{};
    Nanos now_{};
    Nanos frame_start_{};
    std::optional<Nanos> reading_; ///< of the last begin_frame
    ClockSettings clock_{};        ///< as they were then
    SleepSettings sleep_{};
    HousekeepingSettings housekeeping_{};
    std::uint64_t sleep_seed_;
    std::uint64_t sleeps_ = 0;
};

} // namespace sim
