// scenes/spring_and_ball/spring_and_ball.hpp -- a ball on a stiff spring that swings against a thin wall
//
//     |~~~~~~~~~~~~O        |      x is measured from the ball's position at rest
//     anchor      ball     wall
#pragma once

#include "scenes/scene_type.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

namespace scenes
{

struct SpringAndBall
{
    /// The scene's parameters, which the user can change.
    struct Knobs
    {
        double stiffness          = 600.0; ///< spring constant in N/m
        double mass               = 1.0;   ///< mass of the ball in kg
        double damping_ratio      = 0.0;   ///< 1 is critical damping
        double start_x            = -1.0;  ///< position at the start in metres, relative to the position at rest
        double start_v            = 0.0;   ///< velocity at the start in m/s
        double wall_x             = 1.0;  ///< position of the wall's middle in metres, relative to the position at rest
        double wall_thickness     = 0.05; ///< thickness of the wall in metres
        double radius             = 0.18; ///< radius of the ball in metres
        double restitution        = 1.0;  ///< speed after a bounce / speed before the bounce
        bool uses_swept_collision = false; ///< true: the whole path of a step is tested for a hit; false: only its end
    };

    struct State
    {
        double x              = 0.0;   ///< position of the ball in metres, relative to its position at rest
        double v              = 0.0;   ///< velocity of the ball in m/s
        std::int8_t wall_side = -1;    ///< side of the wall: -1 is left, 1 is right
        bool has_blown_up     = false; ///< true after |x| has exceeded sim::blow_up_position; the ball moves no more
        /// True in the first state after a reset: no frame interpolates between the previous state and this one.
        bool is_teleported = false;

        friend bool operator==(const State&, const State&) = default;
        static constexpr std::tuple hashed_fields{&State::x, &State::v, &State::wall_side, &State::has_blown_up};
        static constexpr std::tuple interpolated_fields{&State::x, &State::v};
        static constexpr std::tuple extrapolated_fields{FieldWithVelocity{&State::x, &State::v}};
    };

    class ExactMotion;

    Knobs knobs{};

    State initial_state() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::EventCounts& events) const;
    Observables observables(const State& state) const { return {state.x, state.v, energy(state)}; }

    /// Kinetic and elastic energy in joules.
    double energy(const State& state) const
    {
        return 0.5 * knobs.mass * state.v * state.v + 0.5 * knobs.stiffness * state.x * state.x;
    }
    /// Angular frequency in rad/s that the spring would have without damping.
    double angular_frequency() const { return std::sqrt(knobs.stiffness / knobs.mass); }
    FastestVibration fastest_vibration() const
    {
        return {.angular_frequency  = angular_frequency(),
                .damping_ratio      = knobs.damping_ratio,
                .instability_phrase = "made the ball swing wider and wider until it flew away"};
    }
    /// Position in metres of the ball's centre at a contact; `side` is -1 left of the wall, 1 right of the wall.
    double contact_x(std::int8_t side) const
    {
        return knobs.wall_x + side * (knobs.radius + knobs.wall_thickness / 2.0);
    }
    /// Reflects the ball if it has hit the wall. Counts the bounces, and the passes through the wall.
    void resolve_collision_or_tunnelling(State& state, sim::EventCounts& events) const;
    /// True if the ball is farther than sim::blow_up_position from x = 0, or if x or v is not finite.
    static bool is_out_of_bounds(const State& state)
    {
        return !std::isfinite(state.x) || !std::isfinite(state.v) || std::abs(state.x) > sim::blow_up_position;
    }

private:
    void integrate_motion(State& state, const Step& step) const;
};

/// The exact motion: damped swings between wall hits. Stores the motion after each hit for later calls.
class SpringAndBall::ExactMotion
{
public:
    ExactMotion() = default;
    ExactMotion(const SpringAndBall& scene, const State& start);

    /// Writes to `out` the state at the time `seconds` after the start of the motion; `seconds` must not be negative.
    void write_state(double seconds, State& out);

private:
    struct SpringArc
    {
        double start_time;    // start in seconds of the arc: the motion from one wall hit to the next
        double x_toward_wall; // position at the start of the arc in metres, positive towards the wall
        double v;             // velocity at the start of the arc in m/s, positive towards the wall
    };

    SpringArc arc_after(const SpringArc& arc, double seconds) const;
    double next_wall_hit_time(const SpringArc& arc) const;
    double time_of_first_position_maximum(const SpringArc& arc) const;
    double time_of_position_minimum(const SpringArc& arc) const;
    double solve_hit_time_since_arc_start(const SpringArc& arc, double min_hit_time, double max_hit_time) const;
    double first_turning_time(const SpringArc& arc) const;
    // Appends the motion after the next wall hit to `arcs_`. False, without effect, if the motion is known to repeat.
    bool append_arc_unless_periodic();

    SpringAndBall scene_{};
    double contact_x_toward_wall_ = 0.0; // value of SpringArc::x_toward_wall at which the ball touches the wall
    double wall_direction_        = 1.0; // 1 or -1; x = wall_direction_ * x_toward_wall
    // In seconds; 0 while the motion is not known to repeat.
    double period_        = 0.0;
    double next_hit_time_ = 0.0; // end of the newest arc in seconds: the time at which the ball hits the wall
    State state_template_{};     // write_state() copies the fields other than x and v from this state
    std::vector<SpringArc> arcs_{};
};

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
    float ball_radius() const;
    void draw() const;
    void draw_reference_ring_and_arrow_if_solid(const SpringAndBall::State& reference_state,
                                                LineStyle line_style) const;
    void draw_bounce_tally() const;
    /// Call it last.
    void draw_annotations_over_references() const;
};

} // namespace scenes
