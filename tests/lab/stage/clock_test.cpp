// Tests of the stage's clock: pause, speed, single frames and demonstrations.
#include "lab/lessons/demonstrations.hpp"
#include "lab/stage/planted_window.hpp"

TEST_CASE("a demonstration has a speed of its own, is never paused, and gives back pause, speed and zoom")
{
    for (const std::string_view ending_key : {"Escape", "Space", "N"})
        for (const bool is_frozen : {false, true})
        {
            CAPTURE(ending_key);
            CAPTURE(is_frozen);
            PlantedWindow w{opening_of("interpolated")};
            w.run(1s);
            Settings& settings = w.lab.session.settings;
            settings.stage.time_scale = 0.001;
            settings.view.zoom_and_pan.zoom = 3.0;
            if (is_frozen)
                w.lab.freeze_at(500ms);
            else
                w.press("Space");
            w.frame();
            CHECK(w.lab.stage_clock().is_paused);
            CHECK(w.lab.stage_clock().speed == 0.001);
            w.press("D", 2s);
            CHECK(w.lab.stage_clock().is_demonstration);
            CHECK_FALSE(w.lab.stage_clock().is_paused);
            CHECK(w.lab.stage_clock().speed == 1.0);
            CHECK_FALSE(w.lab.frozen_at());
            CHECK(w.lab.lane().samples().back().game_time > 1900ms);
            w.run(4500ms);
            CHECK(w.lab.stage_clock().speed == 0.1);
            w.press(ending_key);
            w.frame();
            CHECK_FALSE(w.lab.stage_clock().is_demonstration);
            CHECK(w.lab.stage_clock().is_paused);
            CHECK(w.lab.stage_clock().speed == 0.001);
            CHECK(settings.view.zoom_and_pan.zoom == 3.0);
        }
}

TEST_CASE("a step runs one frame of each lane, at any delay, and the lanes stay together when time goes on")
{
    for (const std::string_view loop : {"fixed", "variable", "semi-fixed", "accumulator", "interpolated"})
        for (const Nanos delay : {0ms, 16ms, 33ms, 100ms})
        {
            CAPTURE(loop);
            CAPTURE(delay.count());
            PlantedWindow w{opening_of(loop, delay)};
            w.run(1s);
            w.press("Space", 50ms);
            const auto frame_numbers = [&]
            {
                std::vector<std::int64_t> numbers;
                for (std::size_t i = 0; i < w.lab.shown_lane_count(); ++i)
                    numbers.push_back(w.lab.lane(i).samples().back().frame_number);
                return numbers;
            };
            for (int press_count = 0; press_count < 5; ++press_count)
            {
                std::vector<std::int64_t> expected = frame_numbers();
                for (std::int64_t& number : expected) ++number;
                w.press("N", 50ms);
                CHECK(frame_numbers() == expected);
                for (std::size_t i = 0; i < w.lab.shown_lane_count(); ++i) // and shows it
                    if (!w.lab.instant_replay_time(i))
                        CHECK(w.lab.take_shown_moment(i).sample.frame_number == expected[i]);
            }
            w.press("Space", 500ms);
            for (std::size_t i = 1; i < w.lab.shown_lane_count(); ++i)
                CHECK(std::chrono::abs(w.lab.take_shown_moment(i).sample.start_wall_time -
                                       w.lab.take_shown_moment(0).sample.start_wall_time) < 1us);
        }
}
