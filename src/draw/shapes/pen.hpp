// draw/shapes/pen.hpp -- the data that every drawing function needs: the picture, the colours, the scale and the area
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"

namespace draw
{

struct StageStyle
{
    const Theme& theme;
    Colour loop;       ///< colour of the loop in all views, also of the objects that it moves
    float scale = 1.0; ///< pixels per point: 1 on an ordinary screen, 2 on a HiDPI screen
};

struct Pen
{
    Picture& picture;
    const StageStyle& style;
    Rect area; ///< the part of the picture to draw in, in pixels

    const Theme& theme() const { return style.theme; }
    Colour loop() const { return style.loop; }
    /// Converts points to pixels.
    float px(float points) const { return points * style.scale; }
    /// Returns true if the area is high enough (230 points) for texts and for the plot of the positions in past frames.
    /// An area is lower than this if many loops share the window.
    bool roomy() const { return area.h >= px(230); }
    /// Returns the y coordinate in pixels of the scene's lower edge; the caption, if there is room for one, is below
    /// it.
    float foot() const { return area.bottom() - (roomy() ? px(34) : 0); }
};

} // namespace draw
