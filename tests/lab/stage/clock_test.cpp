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

TEST_CASE("after any touches, the lanes advance as the stage's clock says")
{
    constexpr std::array keys{"1", "2", "3", "4", "5", "R", "H", "[", "]", "Space", "N", "D", "Escape", "M", "S"};
    constexpr std::array speeds{0.001, 0.1, 1.0, 2.0};
    constexpr Nanos frame_time{16'000'000};
    for (int seed = 1; seed <= (is_thorough() ? 500 : is_sanitized ? 5 : 50); ++seed)
    {
        CAPTURE(seed);
        std::mt19937_64 random{static_cast<std::uint64_t>(seed)};
        PlantedWindow w{opening_of("variable")};
        for (int touch = 0; touch < 40; ++touch)
        {
            const std::string_view key = keys.at(random() % keys.size());
            if (random() % 8 == 0) w.lab.session.settings.stage.time_scale = speeds.at(random() % speeds.size());
            if (random() % 16 == 0) w.lab.freeze_at(w.lab.lane(0).samples().back().start_wall_time);
            w.press(key);
            w.frames(4, frame_time); // no frame after a start is excluded any more
            const StageClock clock = w.lab.stage_clock();
            const LaneRuns& lanes = w.lab.experiment.lanes;
            const Nanos begin = lanes.wall_time();
            const Nanos real_begin = w.lab.this_pc.pc().frame_start_time();
            w.frame(frame_time);
            if (w.lab.experiment.time_source() != TimeSource::virtual_pcs || clock.is_demonstration) continue;
            if (begin == Nanos::zero() || lanes.wall_time() < begin) continue; // the lanes have just started again
            const double advance = timestep::to_seconds(lanes.wall_time() - begin);
            const double real_s = timestep::to_seconds(w.lab.this_pc.pc().frame_start_time() - real_begin);
            CAPTURE(key);
            CHECK(advance == doctest::Approx(clock.is_paused ? 0.0 : clock.speed * real_s).epsilon(1e-6));
        }
    }
}
