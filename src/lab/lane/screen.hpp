// lab/lane/screen.hpp -- what a lane's display shows
#pragma once

#include "scenes/moment.hpp"

#include <vector>

namespace lab
{

/// A part of the screen, from `top` (0) down to the next part's top or to the lower edge (1), and what it shows.
struct ScreenPart
{
    double top = 0.0;
    scenes::Moment moment;
};

struct Screen
{
    std::vector<ScreenPart> parts; ///< from the top down: one, or more where pictures tear; empty before the first
    std::vector<scenes::Moment> arrived; ///< the pictures that have arrived since the last call, oldest first
};

} // namespace lab
