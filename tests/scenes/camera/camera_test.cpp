#include "scenes/camera/camera.hpp"
#include "scenes/ruined.hpp"

namespace
{

// A body at 8 m/s, displayed one step late. A frame is 1/100 s long; every second frame runs a step of 1/50 s.
struct Follower
{
    CameraSettings settings{};
    FollowCamera camera{};
    int frame = 0;

    void run(int frames)
    {
        for (const int end = frame + frames; frame < end;)
        {
            const bool has_step = ++frame % 2 == 0;
            const double newest = 8.0 * 0.02 * (frame / 2);
            camera.follow_target(settings, {.newest_target = newest,
                                            .shown_target = shown(),
                                            .frame_time = 0.01,
                                            .game_time = 0.01 * frame,
                                            .last_step_seconds = has_step ? 0.02 : 0.0,
                                            .shown_minus_newest_seconds = has_step ? -0.02 : -0.01});
        }
    }
    double shown() const { return 8.0 * (0.01 * frame - 0.02); }
};

} // namespace

TEST_CASE("the runner's motion is speed times time, for any steps")
{
    for (const double hz : {50.0, 60.0, 144.0})
        CHECK(after(CameraScene{}, hz, 10.0).observables().x == doctest::Approx(80.0).epsilon(1e-12));
}

TEST_CASE("a camera at a state is there, and a camera that moves toward it lags by speed * half-life / ln 2")
{
    Follower blended{{.follow = CameraFollow::blended}};
    blended.run(100);
    CHECK(blended.camera.x() == blended.shown());

    for (const CameraFollow follow : {CameraFollow::stepped, CameraFollow::smoothed_blended})
        for (const double half_life : {0.0, 0.02, 0.1, 0.3})
        {
            Follower follower{{.follow = follow, .half_life = half_life}};
            follower.run(1000);
            CHECK(follower.shown() - follower.camera.x() ==
                  doctest::Approx(8.0 * half_life / std::numbers::ln2).epsilon(1e-9));
        }
}

TEST_CASE("a frame of several steps moves a stepped camera as several frames of one step do")
{
    const CameraSettings settings{.follow = CameraFollow::stepped, .look = MouseLook::per_step, .mouse_speed = 2.0};
    FollowCamera one_by_one;
    FollowCamera at_once;
    for (int i = 1; i <= 4; ++i)
        one_by_one.follow_target(settings, {.newest_target = 0.1 * i, .game_time = 1.0, .last_step_seconds = 0.02});
    at_once.follow_target(
        settings, {.newest_target = 0.4, .game_time = 1.0, .earlier_steps_seconds = 0.06, .last_step_seconds = 0.02});
    CHECK(at_once.x() == doctest::Approx(one_by_one.x()).epsilon(1e-12));
}

TEST_CASE("mouse look per frame moves the camera in each frame, per step only in frames with a step")
{
    for (const CameraFollow follow : {CameraFollow::newest, CameraFollow::blended, CameraFollow::stepped,
                                      CameraFollow::smoothed_newest, CameraFollow::smoothed_blended})
        for (const MouseLook look : {MouseLook::per_frame, MouseLook::per_step})
        {
            // The difference of a camera with the mouse and one without it is the movement by the mouse.
            Follower moved{{.follow = follow, .look = look, .mouse_speed = 1.0}};
            Follower still{{.follow = follow}};
            double before = 0.0;
            bool moves_each_time = true;
            for (int i = 0; i < 20; ++i)
            {
                moved.run(1);
                still.run(1);
                const double offset = moved.camera.x() - still.camera.x();
                moves_each_time = moves_each_time && (i < 4 || std::abs(offset - before) > 1e-6);
                before = offset;
            }
            // If the camera blends its own poses, a movement in one step is displayed gradually until the next step.
            CHECK(moves_each_time == (look == MouseLook::per_frame || follow == CameraFollow::stepped));
            CHECK(before == doctest::Approx(0.2).epsilon(0.15)); // 1 m/s for 0.2 s; at most one step is missing
        }
}

TEST_CASE("camera: a state of NaN leaves a valid picture") { check_ruined<CameraScene>(); }
