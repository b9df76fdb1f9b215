// draw/shapes/scene_objects.hpp -- draws objects that several scenes have: an arrow, a coil spring, a wall, a person
#pragma once

#include "draw/shapes/draw_context.hpp"

#include <limits>

namespace draw
{

/// Draws no arrow that is at most two points (ViewStyle::pixels_per_point pixels each) long.
void draw_arrow(const DrawContext& context, Point from, Point to, Colour colour);

/// A coil spring in side view, in pixels.
struct Coil
{
    int turn_count = 12;
    float rest_length = 400; ///< length of the spring at rest
    float radius = 18; ///< radius of the turns at rest
    float wire_thickness = 4;
    float straight_end_length = 14; ///< length of the straight wire at each end
};

/// Draws a horizontal spring, red if it is overstretched; `to_x` may be left or right of `from`.
void draw_coil(const DrawContext& context, const Coil& coil, Point from, float to_x);

/// A wall, which is drawn with a flash after a body has hit it, and with a hole after a body has passed through it.
struct BreakableWall
{
    Rect rect;
    Point hit_point; ///< where bodies hit the wall or pass through it, in pixels
    float hole_half_width = 10; ///< half of the width in pixels of the hole after a pass
    /// Number of times that a body has passed through the wall. Each pass makes the cracks longer, up to a limit.
    int pass_count = 0;
    /// Time in seconds since a body last passed through the wall; infinity if none has.
    float seconds_since_pass = std::numeric_limits<float>::infinity();
    /// Time in seconds since a body last hit the wall; infinity if none has.
    float seconds_since_hit = std::numeric_limits<float>::infinity();
    Point pass_direction{1, 0}; ///< unit vector of the last pass through the wall
};

/// Draws a vertical wall if its rectangle is higher than wide, otherwise a horizontal wall.
void draw_wall(const DrawContext& context, const BreakableWall& wall);

/// A person in side view; lengths are in pixels, angles in radians.
struct Person
{
    Point feet;
    float height = 0;
    float facing_sign = 1; ///< 1 to the right, -1 to the left
    float front_leg_angle = 0; ///< angle of the front leg on the ground; the other leg and the arms swing against it
    bool is_airborne = false;
    Colour colour{};
};

void draw_person(const DrawContext& context, const Person& person);

} // namespace draw
