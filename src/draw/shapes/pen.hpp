// draw/shapes/pen.hpp -- what a part of a picture is drawn with: the picture, its colours, its scale, and the area it
// may use
#pragma once

#include "draw/shapes/picture.hpp"
#include "draw/shapes/theme.hpp"

namespace draw
{

struct StageStyle
{
    const Theme& theme;
    Colour loop;       ///< of what moves
    float scale = 1.0; ///< pixels to the point: 2 on a HiDPI screen
};

struct Pen
{
    Picture& picture;
    const StageStyle& style;
    Rect area; ///< pixels

    const Theme& theme() const { return style.theme; }
    Colour loop() const { return style.loop; }
    /// Points to pixels.
    float px(float points) const { return points * style.scale; }
    /// Whether there is room for words and for a page of past frames; not in a strip of many lanes.
    bool roomy() const { return area.h >= px(230); }
    /// Where the scene ends, above the caption.
    float foot() const { return area.bottom() - (roomy() ? px(34) : 0); }
};

} // namespace draw
