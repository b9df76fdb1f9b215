// SPDX-License-Identifier: MIT
// timestep/alternative.hpp -- the members that a class needs to be one of the exchangeable parts of a game loop: a
// filter (it changes frame times), a stepper (it decides the steps of a frame), an overload policy (it limits the
// steps) or a pacer (it waits between frames)
#pragma once

#include "timestep/clock.hpp"
#include "timestep/overload/unlimited.hpp"

namespace timestep
{

template <class F>
concept IsFilter = requires(F f, const FrameInput& in)
{
    std::string_view{F::name};
    Nanos{f.filter(in)};
};

template <class P>
concept IsOverload = requires(const P p, const Due& due)
{
    std::string_view{P::name};
    Acts{P::acts};
    Grant{p.grant(due)};
};

template <class S>
concept IsStepper = requires(S s, const S same, const FrameInput& in, const Unlimited& overload)
{
    std::string_view{S::name};
    Carries{S::carries};
    Acts{S::accepts};
    Rate{same.rate()};
    s.set_rate(Rate{});
    Nanos{same.carried()};
    StepPlan{s.plan(in, overload)};
};

namespace detail
{
struct SomeClock
{
    Nanos now();
    void sleep(Nanos time);
    void spin();
};
} // namespace detail

template <class P>
concept IsPacer = requires(P p, const P same, detail::SomeClock& clock, const StepPlan& plan)
{
    std::string_view{P::name};
    bool{P::wants_vsync};
    p.set_rate(Rate{});
    bool{same.renders(plan)};
    p.wait(clock, Nanos{}, plan);
};

} // namespace timestep
