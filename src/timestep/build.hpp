// SPDX-License-Identifier: MIT
// timestep/build.hpp -- builds a loop from its five parts (filter, stepper, overload policy, presentation, pacer) and
// refuses combinations that make no sense
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
// Reports the reason why a loop is refused. operator() is not constexpr on purpose: in a constant expression its call
// is a compiler error, and the error message shows the calling line, which contains the reason as text.
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

/// Builds a loop from its five parts, whose types are fixed at compile time. Call it at start-up, not in every frame.
/// If the parts do not fit together, a constant expression does not compile, and the compiler's message shows the
/// reason. At run time, build() throws std::invalid_argument with the reason; if exceptions are disabled, it prints the
/// reason to stderr and aborts.
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
