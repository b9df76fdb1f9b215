// lab/lane/screen.hpp -- the pictures on a lane's display at one time
#pragma once

#include "scenes/moment.hpp"

#include <vector>

namespace lab
{

/// A part of the screen that shows one picture. The part ends at the top of the next part, or at the lower edge.
struct ScreenPart
{
    double top = 0.0;      ///< upper edge: 0 at the top of the screen, 1 at the bottom
    scenes::Moment moment; ///< the frame whose picture this part shows
};

struct Screen
{
    /// Parts from the top down; more than one if pictures tear; empty before the first picture.
    std::vector<ScreenPart> parts;
    std::vector<scenes::Moment> arrived; ///< pictures that reached the screen since the last call, oldest first
};

} // namespace lab
