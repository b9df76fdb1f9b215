// draw/shapes/pen.hpp -- the drawing context of a part of a picture: picture, colours, scale and area
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"

namespace draw
{

struct StageStyle
{
    const Theme& theme;
    Colour loop;       ///< colour of the loop and of the moving objects that it drives
    float scale = 1.0; ///< pixels per point: 2 on a HiDPI screen
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
    /// Returns whether the area is high enough for words and for a page of past frames. It is not when many lanes share
    /// the window.
    bool roomy() const { return area.h >= px(230); }
    /// Returns the y coordinate of the scene's lower edge, above the caption.
    float foot() const { return area.bottom() - (roomy() ? px(34) : 0); }
};

} // namespace draw
