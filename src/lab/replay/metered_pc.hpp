// lab/replay/metered_pc.hpp -- a virtual PC (simulated machine) that limits the number of physics steps in a frame, so
// that a run of a replay can end a frame at a recorded step
#pragma once

#include "sim/machine/virtual_pc.hpp"

namespace lab
{

using timestep::Nanos;

class MeteredPc final : public sim::Pc
{
public:
    MeteredPc(const sim::MachineSettings& settings, std::uint64_t seed)
        : Pc{seed}
        , pc_{settings, seed}
    {
    }

    /// Sets the largest number of further physics steps. Before a frame: at least 1. During a frame, 0 stops the frame.
    void allow(std::int64_t steps) { left_ = steps; }
    sim::VirtualPc& inner() { return pc_; }

    Nanos begin_frame(const sim::MachineSettings& settings) override { return pc_.begin_frame(settings); }
    Nanos begin_recorded_frame(Nanos recorded) override
    {
        is_recorded_ = true;
        return pc_.begin_recorded_frame(recorded);
    }
    Nanos time() const override { return pc_.time(); }
    Nanos clock_error() const override { return pc_.clock_error(); }
    Nanos elapsed() const override { return pc_.elapsed() + (left_ > 0 ? Nanos::zero() : patience()); }
    Nanos budget_clock() const override
    {
        if (!is_recorded_) return elapsed();
        return left_ > 0 ? Nanos::zero() : patience();
    }
    void spend(Nanos cost) override
    {
        pc_.spend(cost);
        --left_;
    }
    std::optional<sim::ShownPicture> end_frame(const sim::MachineSettings& settings, bool rendered) override
    {
        return pc_.end_frame(settings, rendered);
    }
    std::optional<sim::ShownPicture> end_recorded_frame(const sim::MachineSettings& settings, bool rendered,
                                                        Nanos next) override
    {
        return pc_.end_recorded_frame(settings, rendered, next);
    }
    sim::Waited wait(timestep::LoopPacer& pacer, const timestep::StepPlan& plan) override
    {
        return pc_.wait(pacer, plan);
    }
    Nanos patience() const override { return Nanos{1'000'000'000} * 3600 * 24; }
    Nanos refresh_period(const sim::MachineSettings& settings) const override { return pc_.refresh_period(settings); }

private:
    sim::VirtualPc pc_;
    std::int64_t left_ = 0;
    bool is_recorded_  = false; ///< true: frame times come from a recording
};

} // namespace lab
