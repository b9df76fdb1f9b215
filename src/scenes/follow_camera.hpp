// scenes/follow_camera.hpp -- a camera that follows the body of a scene. Its pose is a part of a lane's state: the lane
// advances it once a frame. A scene only gives the point to follow and the settings
#pragma once

#include <cstdint>

namespace scenes
{

/// How a camera follows the body. "Displayed" is the state that a frame shows, such as a blend of the last two states.
enum class CameraFollow : std::uint8_t
{
    newest,  ///< at the body in the newest state
    blended, ///< at the body in the displayed state
    stepped, ///< moved toward the newest state in each step; a frame shows a blend of the camera's last two poses
    smoothed_newest,  ///< moved toward the newest state in each frame
    smoothed_blended, ///< moved toward the displayed state in each frame
};

/// When a movement of the mouse moves the camera.
enum class MouseLook : std::uint8_t
{
    per_frame, ///< in every frame
    per_step,  ///< in frames with a step; the movement since the last step is added up
};

struct CameraSettings
{
    CameraFollow follow = CameraFollow::newest;
    MouseLook look      = MouseLook::per_frame;
    double half_life    = 0.1; ///< s in which a camera that moves toward the body halves the distance; at least 0
    /// Largest speed in m/s, at the body, with which the mouse moves the camera to and fro, once in mouse_period.
    double mouse_speed = 0.0;

    static constexpr double mouse_period = 4.0; ///< in s
};

/// One frame of a lane, for its camera. Times in s, points in metres.
struct CameraFrame
{
    double newest             = 0.0; ///< point to follow in the newest state
    double shown              = 0.0; ///< point to follow in the displayed state
    double frame_time         = 0.0;
    double game_time          = 0.0; ///< game clock
    double earlier_time       = 0.0; ///< sum of this frame's steps except the last
    double last_step          = 0.0; ///< length of the last step; 0 in a frame without a step
    double shown_minus_newest = 0.0; ///< simulated time of the displayed state minus that of the newest state
};

/// The position of a camera along the line on which the body moves. A copy computes the same positions as the original
/// for the same frames.
class FollowCamera
{
public:
    /// Puts the camera at `point`, in metres, and the mouse in the middle.
    void reset(double point);
    /// Moves the camera to the next frame.
    void advance(const CameraSettings& settings, const CameraFrame& frame);
    /// The point in metres at the middle of the picture.
    double x() const { return shown_.follow + shown_.look; }

private:
    struct Pose
    {
        double follow = 0.0; ///< position in metres without the mouse
        double look   = 0.0; ///< distance in metres by which the mouse has moved the camera
    };

    void advance_steps(const CameraSettings& settings, const CameraFrame& frame, double mouse);
    Pose displayed_pose(const CameraSettings& settings, const CameraFrame& frame, double mouse) const;

    Pose before_{};            ///< before the newest step
    Pose newest_{};            ///< after the newest step
    Pose shown_{};             ///< in the newest frame
    double newest_goal_ = 0.0; ///< CameraFrame::newest of the last frame
    double shown_goal_  = 0.0; ///< CameraFrame::shown of the last frame
    double step_        = 0.0; ///< length in s of the newest step
};

} // namespace scenes
