// tests/views/drawn_lane.hpp -- checks that the picture of a lane shows the state of the lane
#pragma once

#include "draw/shapes/theme.hpp"
#include "lab/lane/lane.hpp"
#include "scenes/chaos/chaos.hpp"
#include "views/playing.hpp"

#include <array>
#include <utility>
#include <vector>

/// The picture of one moment of a lane, drawn at a scale of 1.
struct DrawnLane
{
    const draw::Picture& picture;
    const lab::Lane& lane;
    scenes::Moment moment;
    draw::Rect lane_area; ///< area of the lane on the stage; the picture does not include the words beside a low lane
    draw::Colour loop;
    const draw::Theme& theme = draw::dark;

    const draw::Rect area       = picture.area();
    const scenes::Camera camera = camera_of_picture();

    const scenes::World& world() const { return lane.world(); }
    /// Returns whether the picture has room for words and for a page of past frames.
    bool is_roomy() const { return area.h >= 230; }
    /// Returns where the scene ends, above the caption.
    float foot() const { return area.bottom() - (is_roomy() ? 34.0F : 0.0F); }
    /// Returns the lines of the grid that an explosion has: metres and labels. Empty without an explosion.
    std::vector<std::pair<double, draw::Label>> grid() const;
    /// Returns the samples from the last reset up to the moment, newest first.
    std::vector<telemetry::FrameSample> past() const;

private:
    scenes::Camera camera_of_picture() const;
};

/// Calls f(state) if the state is that of one of the scenes S.
template <class... S, class F>
void with_state(const scenes::AnyState& any, F&& f)
{
    ((any.is<typename S::State>() ? f(any.as<typename S::State>()) : void()), ...);
}

/// Returns a position on a road that wraps, such as that of uniform-motion: 0 to 16 m.
double on_road(double x);
/// Returns a point of the dial of the float clock (0) or the double clock (1), clockwise from the top, in metres.
sim::Vec2 hand_end(int dial, double turns, double radius = 0.86);
/// Returns the middle and the end of a double pendulum, in metres from its nail.
std::array<sim::Vec2, 2> joints_of(const scenes::World& world, const scenes::Chaos::Pendulum& pendulum);

/// Checks the picture against states and samples of the lane, without the code that draws it:
/// - each body is a ball at its position, in the colour of the loop, with a ring where the reference motion has it;
/// - each presented frame of the page is one dot at its time and position;
/// - a late lane has two dials whose hands point to the numbers below them;
/// - words are inside the picture and do not overlap;
/// - and check_scene.
void check_drawn(const DrawnLane& drawn);

/// Checks what belongs to one scene: spring and wall, bars, puffs, player, rods, dials ...
void check_scene(const DrawnLane& drawn);
