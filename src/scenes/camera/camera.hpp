// scenes/camera/camera.hpp -- a runner at constant speed, posts, and a camera that follows the runner
//
//     |    |    o    |    |      If the camera follows another state than the displayed one, the runner trembles on the
//     |    |   /|\   |    |      screen, although the runner and the posts move evenly in the world.
//     ---------/-\---------
//
// A lane advances the camera (scenes/follow_camera.hpp); the scene only configures it.
#pragma once

#include "scenes/follow_camera.hpp"
#include "scenes/scene_type.hpp"
#include "scenes/uniform_motion/uniform_motion.hpp"

namespace scenes
{

struct CameraSceneKnobs
{
    double speed        = 8.0; ///< speed of the runner in m/s
    CameraFollow follow = CameraFollow::newest;
    double half_life    = 0.1; ///< CameraSettings::half_life, in s
    double mouse_speed  = 0.0; ///< CameraSettings::mouse_speed, in m/s
    MouseLook look      = MouseLook::per_frame;
};

struct CameraScene : ConstantSpeed<CameraSceneKnobs>
{
    static constexpr double height = 1.6; ///< height of the runner in metres

    CameraSettings camera_settings() const { return {knobs.follow, knobs.look, knobs.half_life, knobs.mouse_speed}; }
    static double point_to_follow(const State& state) { return state.travel; }
};

} // namespace scenes
