// sim/machine/virtual_pc.hpp -- the virtual PC: a simulated machine; the same seed gives the same run on every host
// A frame takes the time for its steps, its simulated delay and the time for drawing; then it is presented.
// The next frame starts when the present call has returned and the loop has waited.
#pragma once

#include "sim/machine/pc.hpp"

#include <algorithm>
#include <optional>

namespace sim
{

/// The clock that a loop reads: wall time plus the errors of ClockSettings.
struct InexactClock
{
    std::uint64_t seed;
    std::uint64_t reading_count = 0;

    /// Returns what the clock shows at `wall_time`. Each call advances the sequence of random errors.
    Nanos generate_reading(Nanos wall_time, const ClockSettings& settings);
};

class VirtualPc : public Pc
{
public:
    explicit VirtualPc(std::uint64_t seed);

    /// If `recorded_frame_time` is set, the frame always begins this long after the start of the previous frame.
    /// Otherwise throws std::runtime_error after 100 years.
    Nanos begin_frame(const MachineSettings& settings, std::optional<Nanos> recorded_frame_time = {}) override;
    Nanos frame_start_time() const override { return frame_start_; }
    Nanos clock_error() const override { return frame_start_reading_ ? *frame_start_reading_ - frame_start_ : Nanos{}; }
    Nanos time_in_frame() const override { return now_ - frame_start_; }
    void spend_computing_time(Nanos cost) override { now_ += std::max(cost, Nanos::zero()); }
    std::optional<PresentTimes> end_frame(const MachineSettings& settings, bool is_rendered,
                                          std::optional<Nanos> next_recorded_frame_time = {}) override;
    /// Each call of spin() by the pacer takes 1 us of simulated time.
    WaitTimes wait_for_next_frame(timestep::LoopPacer& pacer, const timestep::StepPlan& plan) override;
    /// Waits with the pacer before the first frame. Call it only if pacer.waits_before_first_frame().
    void wait_for_first_frame(timestep::LoopPacer& pacer, const MachineSettings& settings);
    /// Call it between two frames when a loop starts: from its first frame on, the sum of its frame times is then never
    /// shorter than as many exact refresh periods, so an accumulator at the refresh rate steps once in each frame.
    void restart_refreshes()
    {
        now_ += Display::restart_delay;
        display_.restart_refreshes();
    }
    void restart() override
    {
        Pc::restart();
        restart_refreshes();
        loop_clock_.reading_count = 0;
        sleep_count_ = 0;
    }
    Nanos stepping_time_limit() const override { return 60s; }
    Nanos refresh_period(const MachineSettings& settings) const override
    {
        return timestep::step_ns(settings.refresh_rate);
    }

private:
    template <bool is_clock_exact>
    struct SimulatedWaitClock;

    InexactClock loop_clock_;
    Display display_{};
    FrameLimiter frame_limiter_{};
    Nanos now_{};
    Nanos frame_start_{};
    std::optional<Nanos> frame_start_reading_; ///< clock reading of the loop at the start of the current frame
    ClockSettings clock_settings_{}; ///< settings of the loop's clock at the start of the current frame
    SleepSettings sleep_settings_{};
    HousekeepingSettings housekeeping_settings_{};
    std::uint64_t sleep_seed_;
    std::uint64_t sleep_count_ = 0;
};

} // namespace sim
