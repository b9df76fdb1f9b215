// SPDX-License-Identifier: MIT
// timestep/presets/semi_fixed.hpp -- full steps, then one shorter step for the rest of the frame
#pragma once

#include "timestep/basic_loop.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/semi_fixed.hpp"

namespace timestep::presets
{

inline constexpr auto semi_fixed = preset(
    {
        .name           = "semi-fixed",
        .title          = "Semi-fixed timestep",
        .source         = "Fiedler 2004",
        .source_in_full = "G. Fiedler, \"Fix Your Timestep!\", 2004, \"Semi-fixed timestep\".",
        .promise        = "No step is longer than dt. The simulation keeps up with the clock.",
        .price          = "other frame times, another run",
        .price_in_full  = "The short last step differs from frame to frame. No run can be reproduced.",
        .breaks    = "When a step takes longer to compute than dt, frames get longer and longer. Each frame then runs "
                     "more steps than the one before (spiral of death).",
        .choose_it = "When steps must be short but need not be equal: no replay, no network.",
        .ships     = "Small engines; the inner loop of many others.",
        .differs   = "The article counts seconds in doubles; here dt is a whole number of nanoseconds. This shows at "
                     "frames that are as long as whole steps, rounded up to a nanosecond. A frame of 16,666,667 ns at "
                     "60 Hz is one step here; in the article it is a step and a second step of 0.3 ns.",
    },
    [](Rate rate) { return BasicLoop<NoFilter, SemiFixed>{.stepper = SemiFixed{rate}}; });

} // namespace timestep::presets
