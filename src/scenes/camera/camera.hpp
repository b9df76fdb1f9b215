// scenes/camera/camera.hpp -- a runner at constant speed, posts, and a camera that follows the runner
//
//     |    |    o    |    |      If the camera follows another state than the displayed one, the runner trembles on the
//     |    |   /|\   |    |      screen, although the runner and the posts move evenly in the world.
//     ---------/-\---------
#pragma once

#include "scenes/follow_camera.hpp"
#include "scenes/scene_type.hpp"
#include "scenes/uniform_motion/uniform_motion.hpp"

namespace scenes
{

struct CameraSceneKnobs : CameraSettings
{
    double speed = 8.0; ///< speed of the runner in m/s
};

struct CameraScene : ConstantSpeedScene<CameraSceneKnobs>
{
    static constexpr double runner_height = 1.6; ///< height of the runner in metres

    CameraSettings camera_settings() const { return knobs; }
    static double camera_target_x(const State& state) { return state.travelled_distance; }
};

} // namespace scenes
