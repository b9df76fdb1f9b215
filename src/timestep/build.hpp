// timestep/build.hpp -- a loop put together by hand, refused when it makes no sense
#pragma once

#include "timestep/check.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace timestep
{

namespace detail
{
// Not constexpr: the compiler stops where a constant expression gets here, and shows that line, which has the reason.
struct Refuse
{
    [[noreturn]] Refusal operator()(std::string_view reason, std::string_view axis, std::string_view knob = {}) const
    {
        std::string said{axis};
        if (!knob.empty()) said.append(".").append(knob);
        said.append(": ").append(reason);
#ifdef __cpp_exceptions
        throw std::invalid_argument(said);
#else
        std::fprintf(stderr, "timestep::build: %s\n", said.c_str());
        std::abort();
#endif
    }
};
} // namespace detail

/// The loop of these five choices, its types fixed at compile time. When they do not go together it does not compile,
/// with the reason in the compiler's message, where it is a constant; else it throws std::invalid_argument with the
/// reason, or says it on stderr and aborts where there are no exceptions. Not for the frame path.
template <class Filter, class Stepper, class Overload = Unlimited, class Pacer = Vsync>
constexpr BasicLoop<Filter, Stepper, Overload, Pacer> build(Filter filter, Stepper stepper, Overload overload = {},
                                                            Presentation presentation = Presentation::latest,
                                                            Pacer pacer               = {})
{
    const BasicLoop<Filter, Stepper, Overload, Pacer> loop{filter, stepper, overload, presentation, pacer};
    check(loop, detail::Refuse{});
    return loop;
}

} // namespace timestep
