// lab/lane/display_content.hpp -- the frames that a display shows at one time; several after a tear
#pragma once

#include "scenes/moment.hpp"

#include <vector>

namespace lab
{

/// A horizontal band of the screen that shows one frame. It ends where the next band begins, or at the lower edge.
struct ScreenBand
{
    double top = 0.0; ///< upper edge: 0 at the top of the screen, 1 at the bottom
    scenes::Moment moment;
};

struct DisplayContent
{
    /// Ordered from top to bottom. After a tear there are several, before the first displayed frame none.
    std::vector<ScreenBand> screen_bands;
    /// Frames that have newly reached the screen, oldest first.
    std::vector<scenes::Moment> new_moments;
};

} // namespace lab
