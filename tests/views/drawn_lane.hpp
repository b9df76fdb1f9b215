// tests/views/drawn_lane.hpp -- checks that the picture of a lane shows the state of the lane
#pragma once

#include "draw/shapes/theme.hpp"
#include "lab/lane/lane.hpp"
#include "views/playing.hpp"

/// The picture of one moment of a lane, drawn at a scale of 1.
struct DrawnLane
{
    const draw::Picture& picture;
    const lab::Lane& lane;
    scenes::Moment moment;
    draw::Rect lane_area; ///< area of the lane on the stage; the picture does not include the words beside a low lane
    draw::Colour loop;
    const draw::Theme& theme = draw::dark_theme;
};

/// Checks the picture against states and samples of the lane, without the code that draws it:
/// - each body is a ball at its position, in the colour of the loop, with a ring where the reference motion has it;
/// - a body at a wrong place has a red cross, and a red circle where it should be;
/// - each presented frame of the page is one dot at its position, paler with age;
/// - words are inside the picture and do not overlap.
void check_drawn(const DrawnLane& drawn);
