// view/stage.hpp -- the scene of a lane as a picture: spring, ball, wall, ghost, and the trail of presented frames
#pragma once

#include "lab/lane.hpp"
#include "view/picture.hpp"
#include "view/theme.hpp"

#include <optional>

namespace view
{

/// Metres to pixels, and back.
struct Camera
{
    Rect area{};
    double centre_m     = 0.0;
    double pixels_per_m = 100.0;

    float x(double metres) const
    {
        return area.x + area.w / 2 + static_cast<float>((metres - centre_m) * pixels_per_m);
    }
    double metres(float pixel) const
    {
        return centre_m + static_cast<double>(pixel - area.x - area.w / 2) / pixels_per_m;
    }
    float length(double metres) const { return static_cast<float>(metres * pixels_per_m); }
};

/// Shows all of the scene that matters in `area`.
Camera camera_for(const physics::World& world, Rect area);
/// Where a hand can grab, on the stage.
struct Grip
{
    Point at;
    float radius = 0;
};
/// The ball of the newest picture; nothing where the scene cannot be grabbed.
std::optional<Grip> grip_of(const lab::Lane& lane, Rect area);
/// Where the ball's line runs, in pixels from the top.
float axis_y(Rect area);

struct StageStyle
{
    const Theme& theme;
    Colour loop;       ///< the ball's
    float scale = 1.0; ///< of the display: 2 on a HiDPI screen
};

/// Draws the lane's newest frame into `picture`, which is cleared.
void draw_stage(Picture& picture, const lab::Lane& lane, const lab::ViewSettings& show, Rect area,
                const StageStyle& style);

} // namespace view
