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
#include "scenes/uniform_motion/uniform_motion.hpp"

namespace scenes
{

struct CameraSceneKnobs
{
    double speed        = 8.0;                  ///< of the runner in m/s
    CameraFollow follow = CameraFollow::newest; ///< how the camera follows the runner
    double half_life    = 0.1;                  ///< CameraSettings::half_life, in s
    double mouse_speed  = 0.0;                  ///< CameraSettings::mouse_speed, in m/s
    MouseLook look      = MouseLook::per_frame;
};

struct CameraScene : ConstantSpeed<CameraSceneKnobs>
{
    static constexpr double height = 1.6; ///< of the runner, in metres

    CameraSettings camera_settings() const { return {knobs.follow, knobs.look, knobs.half_life, knobs.mouse_speed}; }
    static double point_to_follow(const State& state) { return state.travel; }
};

} // namespace scenes
