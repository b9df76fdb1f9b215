// scenes/camera/camera.hpp -- a runner at constant speed, posts, and a camera that follows the runner
//
//     |    |    o    |    |      a camera at another time than the runner makes the runner tremble on the screen,
//     |    |   /|\   |    |      although the runner and the posts move evenly in the world
//     ---------/-\---------
//
// The camera is a part of the lane (scenes/follow_camera.hpp); this scene gives the point to follow and the settings.
#pragma once

#include "scenes/follow_camera.hpp"
#include "scenes/scene_type.hpp"

namespace scenes
{

struct CameraScene
{
    static constexpr double height = 1.6; ///< of the runner, in metres

    struct Knobs
    {
        double speed        = 8.0;                  ///< of the runner in m/s
        CameraFollow follow = CameraFollow::newest; ///< how the camera follows the runner
        double half_life    = 0.1;                  ///< CameraSettings::half_life, in s
        double mouse_speed  = 0.0;                  ///< CameraSettings::mouse_speed, in m/s
        MouseLook look      = MouseLook::per_frame;
    };

    struct State
    {
        double x           = 0.0; ///< of the runner, in metres from the start
        double v           = 0.0; ///< in m/s
        bool is_teleported = false;

        static constexpr std::tuple hashed_fields{&State::x, &State::v};
        static constexpr std::tuple interpolated_fields{&State::x};
        static constexpr std::tuple extrapolated_fields{Motion{&State::x, &State::v}};
    };

    Knobs knobs{};

    State initial_state() const { return {.v = knobs.speed, .is_teleported = true}; }
    void step(State& state, const Step& step, const sim::Input&, sim::Events&) const { advance_exactly(state, step.h); }
    void advance_exactly(State& state, double seconds) const
    {
        state.v = knobs.speed;
        state.x += seconds * knobs.speed;
    }
    Probe probe(const State& state) const { return {state.x, state.v, 0.5 * state.v * state.v}; }

    CameraSettings camera_settings() const { return {knobs.follow, knobs.look, knobs.half_life, knobs.mouse_speed}; }
    static double point_to_follow(const State& state) { return state.x; }
};

} // namespace scenes
