// scenes/spring_and_ball/draw.hpp -- draws a ball on a spring beside a wall, for the scenes that have these parts
#pragma once

#include "scenes/drawing/ball.hpp"
#include "scenes/drawing/scene_canvas.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"

#include <string_view>

namespace scenes
{

/// Returns a camera that shows the whole range of the ball's motion. In an area with a small height the scale is
/// smaller, so that the whole ball is visible.
Camera camera_of_spring(const SpringAndBall& scene, draw::Rect area);

/// A ball on a spring in one picture.
struct DrawnSpring
{
    const SceneCanvas& s;
    const SpringAndBall& scene;
    const SpringAndBall::State& shown; ///< state of the ball in the picture
    std::string_view inside;           ///< text about what is drawn in the ball; empty if nothing is

    /// Returns the ball's middle in pixels.
    draw::Point ball() const;
    /// Returns the ball's radius in pixels.
    float radius() const;
    /// Draws the grid, the plot of past frames, the wall, the spring and the ball.
    void draw() const;
    /// Draws the ball of a reference motion as a ring, for comparison. The reference motion is that of a PC that is
    /// never late, or the exact motion; `held` is its state.
    void draw_held(const SpringAndBall::State& held, Edge edge) const;
    /// Draws the row of marks that counts the bounces.
    void draw_tally() const;
    /// Draws the parts that must not be covered by the rings of the reference motions: a row of marks that counts the
    /// bounces, and the text about the past frames.
    void draw_words() const;
};

} // namespace scenes
