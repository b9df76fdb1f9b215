#include "scenes/drawing/lens.hpp"

#include <algorithm>

namespace view
{

void Lens::zoom_about(double factor, double at_x, double at_y)
{
    const double before = zoom;
    zoom                = std::clamp(zoom * factor, widest, closest);
    x += at_x / zoom - at_x / before;
    y += at_y / zoom - at_y / before;
}

void Lens::move(double dx, double dy)
{
    x += dx / zoom;
    y += dy / zoom;
}

} // namespace view
