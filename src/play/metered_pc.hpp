// play/metered_pc.hpp -- a virtual PC that can be told after how many steps a frame is to be given up on
#pragma once

#include "machine/virtual_pc.hpp"

namespace play
{

using timestep::Nanos;

class MeteredPc final : public machine::Pc
{
public:
    MeteredPc(const machine::Settings& settings, std::uint64_t seed)
        : Pc{seed}
        , pc_{settings, seed}
    {
    }

    /// At most so many steps, more than zero, in the frame that comes.
    void allow(std::int64_t steps) { left_ = steps; }
    machine::VirtualPc& inner() { return pc_; }

    Nanos begin_frame(const machine::Settings& settings) override { return pc_.begin_frame(settings); }
    Nanos begin_recorded_frame(Nanos recorded) override { return pc_.begin_recorded_frame(recorded); }
    Nanos time() const override { return pc_.time(); }
    Nanos clock_error() const override { return pc_.clock_error(); }
    Nanos elapsed() const override { return pc_.elapsed() + (left_ > 0 ? Nanos::zero() : patience()); }
    void spend(Nanos cost) override
    {
        pc_.spend(cost);
        --left_;
    }
    std::optional<machine::Shown> end_frame(const machine::Settings& settings, bool rendered) override
    {
        return pc_.end_frame(settings, rendered);
    }
    std::optional<machine::Shown> end_recorded_frame(const machine::Settings& settings, bool rendered,
                                                     Nanos next) override
    {
        return pc_.end_recorded_frame(settings, rendered, next);
    }
    machine::Waited wait(timestep::LoopPacer& pacer, const timestep::StepPlan& plan) override
    {
        return pc_.wait(pacer, plan);
    }
    Nanos patience() const override { return Nanos{1'000'000'000} * 3600 * 24; }
    Nanos refresh_period(const machine::Settings& settings) const override { return pc_.refresh_period(settings); }

private:
    machine::VirtualPc pc_;
    std::int64_t left_ = 0;
};

} // namespace play
