// scenes/spring_and_ball/spring_view.hpp -- settings, camera and drawing that both scenes with a ball on a spring share
#pragma once

#include "scenes/spring_and_ball/spring_and_ball.hpp"

#include <array>
#include <string_view>

namespace scenes
{

/// User settings of a ball and a wall, shared by two scenes. `Knobs` is SpringAndBall::Knobs or is derived from it.
template <class Knobs>
constexpr std::array ball_and_wall_knobs{
    knob<&Knobs::start_x, Knobs>("start-x", "m", -2.0, 2.0,
                                 {.label = "start position", .effect_time = KnobEffectTime::next_reset},
                                 "Where the ball is released, in metres from the spring's rest position."),
    knob<&Knobs::start_v, Knobs>("start-v", "m/s", -200.0, 200.0,
                                 {.label = "start speed", .effect_time = KnobEffectTime::next_reset},
                                 "Speed of the ball at the start; positive is towards the wall."),
    knob<&Knobs::wall_x, Knobs>("wall-x", "m", 0.4, 2.0, {.label = "wall position"},
                                "Position of the wall's middle, in metres from the spring's rest position."),
    knob<&Knobs::wall_thickness, Knobs>(
        "wall-thickness", "m", 0.001, 0.5, {.label = "wall thickness", .is_logarithmic = true},
        "Thickness of the wall; a step that moves the ball further than this plus the ball's width can miss the wall."),
    knob<&Knobs::radius, Knobs>("radius", "m", 0.01, 0.4, {.label = "ball radius"},
                                "Radius of the ball; a smaller ball passes through the wall more easily."),
    knob<&Knobs::restitution, Knobs>("restitution", "", 0.0, 1.0, {},
                                     "Speed after a bounce / speed before the bounce; 1 means that no speed is lost."),
    toggle_knob<&Knobs::uses_swept_collision, Knobs>(
        "swept", {.label = "swept collision"},
        "Tests the whole path of each step for a hit, so that no ball passes through the wall."),
};

/// Returns a camera that shows the whole range of the ball's motion and the whole height of the ball.
Camera camera_of_spring(const SpringAndBall& scene, draw::Rect area);

struct SpringSceneDrawing
{
    const SceneCanvas& canvas;
    const SpringAndBall& scene;
    const SpringAndBall::State& shown_state;
    std::string_view inner_part_caption; ///< describes the part inside the ball; empty if there is none

    draw::Point ball_centre() const;
    float ball_radius_pixels() const;
    void draw_scene() const; ///< also the ball; the references are drawn above it
    /// Draws a ring and, if `line_style` is solid, an arrow in the direction of the motion.
    void draw_reference(const SpringAndBall::State& reference_state, LineStyle line_style) const;
    void draw_annotations_over_references() const;
};

} // namespace scenes
