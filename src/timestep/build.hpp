// timestep/build.hpp -- a loop put together by hand, refused when it makes no sense
#pragma once

#include "timestep/check.hpp"

#include <stdexcept>
#include <string>

namespace timestep
{

/// The loop of these five choices, its types fixed at compile time. Throws std::invalid_argument with the reason when
/// they do not go together; in a constant expression that is a compile error. Not for the frame path.
template <class Filter, class Stepper, class Overload = Unlimited, class Pacer = Vsync>
constexpr BasicLoop<Filter, Stepper, Overload, Pacer> build(Filter filter, Stepper stepper, Overload overload = {},
                                                            Presentation presentation = Presentation::latest,
                                                            Pacer pacer               = {})
{
    const BasicLoop<Filter, Stepper, Overload, Pacer> loop{filter, stepper, overload, presentation, pacer};
    if (const Refusal refusal = check(loop))
        throw std::invalid_argument(std::string{refusal.axis} + (refusal.knob.empty() ? "" : ".") +
                                    std::string{refusal.knob} + ": " + std::string{refusal.reason});
    return loop;
}

} // namespace timestep
