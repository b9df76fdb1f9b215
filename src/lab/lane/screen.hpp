// lab/lane/screen.hpp -- the picture on a display at one time; with tearing, parts of several pictures
#pragma once

#include "scenes/moment.hpp"

#include <vector>

namespace lab
{

/// A part of a screen that shows one picture. The part ends where the next part begins, or at the lower edge.
struct ScreenPart
{
    double top = 0.0;      ///< upper edge: 0 at the top of the screen, 1 at the bottom
    scenes::Moment moment; ///< the frame whose picture this part shows
};

struct Screen
{
    /// Parts of the screen from top to bottom: several if pictures tear, none before the first picture.
    std::vector<ScreenPart> parts;
    /// Pictures that reached the screen since the last call of on_screen(), oldest first.
    std::vector<scenes::Moment> arrived;
};

} // namespace lab
