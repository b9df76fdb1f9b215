// Checks which loop is found behind the frames of a probe. The wrong loops are written here as a game would write them,
// in doubles or whole nanoseconds, and not with the code of the candidates.
#include "../formats/reading.hpp"
#include "recordings/identify/loop_identification.hpp"
#include "timestep/presets.hpp"
#include "timestep/smooth.hpp"

using namespace timestep;

namespace
{

using Frames = std::vector<Nanos>;

// Five kinds of frame times: near 60 fps, near 144 fps, near 25 fps, with freezes, and of all lengths.
Frames frames_of(int kind, int count)
{
    std::mt19937_64 random{static_cast<std::uint64_t>(kind + 1)};
    const auto between = [&](double least_ms, double most_ms)
    {
        const double share = static_cast<double>(random() >> 11U) / 9007199254740992.0; // 2^53
        return Nanos{static_cast<std::int64_t>((least_ms + share * (most_ms - least_ms)) * 1e6)};
    };
    Frames frames;
    for (int i = 0; i < count; ++i) switch (kind)
        {
        case 0: frames.push_back(between(15.9, 17.5)); break;
        case 1: frames.push_back(between(6.5, 7.4)); break;
        case 2: frames.push_back(between(33.0, 47.0)); break;
        case 3: frames.push_back(i % 40 == 39 ? between(300.0, 4000.0) : between(15.9, 17.5)); break;
        default: frames.push_back(between(0.2, i % 3 == 0 ? 120.0 : 20.0)); break;
        }
    return frames;
}

// What a probe writes about a loop. The time that a loop simulates counts a shorter last step as a step.
ProbeRecording probe_of(Loop loop, Frames frames, bool steps = true, bool simulated = true)
{
    ProbeRecording probed{.name = "probe.csv", .frame_times = std::move(frames)};
    for (const Nanos frame : probed.frame_times)
    {
        const StepPlan plan = loop.plan({.frame_time = frame});
        if (steps) probed.step_counts.push_back(plan.steps + (plan.tail > Nanos::zero() ? 1 : 0));
        if (simulated) probed.simulated_times.push_back(plan.stepped);
    }
    return probed;
}

const Loop interpolated = (*find_preset("interpolated"))(hz(60));

bool names(const LoopIdentification& found, std::string_view preset)
{
    const auto has = [&](const std::vector<std::string>& all) { return std::ranges::find(all, preset) != all.end(); };
    return found.best.known_loop.name == preset || has(found.indistinguishable_presets) ||
           has(found.presets_equal_only_in_recording);
}

void check_found(const Preset& preset, const Frames& frames, bool steps = true, bool simulated = true)
{
    CAPTURE(preset.name);
    const LoopIdentification found =
        recordings::identify_loop(probe_of(preset(preset.default_rate), frames, steps, simulated));
    CAPTURE(identification_lines(found).front());
    CHECK(found.is_identified);
    CHECK(found.best.agreeing_frame_count == frames.size());
    CHECK(found.best.known_loop.kind == recordings::KnownLoop::Kind::preset);
    CHECK(names(found, preset.name));
}

// A game that a probe watches: `update` gets the time at the start of a frame in seconds, and runs the game's steps.
struct Game
{
    ProbeRecording probed{.name = "probe.csv"};
    double frame = 0.0; // seconds since the start of the frame before
    double carried = 0.0; // accumulator, in seconds
    std::int64_t steps = 0;
    double simulated = 0.0;
    double alpha = NAN;

    void step(double dt)
    {
        ++steps;
        simulated += dt;
    }
};

ProbeRecording play(const Frames& frames, auto update)
{
    Game game;
    double now = 0.0, last = 0.0; // seconds
    for (const Nanos frame : frames)
    {
        now += to_seconds(frame);
        game.frame = now - std::exchange(last, now);
        game.steps = 0;
        game.simulated = 0.0;
        update(game, now);
        game.probed.frame_times.push_back(frame);
        game.probed.step_counts.push_back(game.steps);
        game.probed.simulated_times.push_back(Nanos{std::llround(game.simulated * 1e9)});
        if (!std::isnan(game.alpha)) game.probed.alphas.push_back(game.alpha);
    }
    return game.probed;
}

bool has_words(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

constexpr double dt = 1.0 / 60.0;

// A right accumulator in doubles.
void accumulate(Game& game, double frame)
{
    for (game.carried += frame; game.carried >= dt; game.carried -= dt) game.step(dt);
}

int whole_milliseconds(double seconds) { return static_cast<int>(seconds * 1000.0 + 1e-7); }

} // namespace

TEST_CASE("a probe of each preset is identified or named as indistinguishable, under five kinds of frame times")
{
    const int count = is_thorough() ? 1500 : 600;
    for (int kind = 0; kind < 5; ++kind)
    {
        CAPTURE(kind);
        for (std::size_t i = 0; i < all_presets.size(); ++i)
        {
            if (!is_thorough() && (i + static_cast<std::size_t>(kind)) % 9 != 0) continue;
            check_found(all_presets[i], frames_of(kind, count));
        }
    }
}

TEST_CASE("a preset is identified by its steps alone and by its simulated time alone")
{
    for (const Preset& preset : all_presets)
    {
        if (!is_thorough() && preset.name.size() % 5 != 0) continue;
        for (const bool by_steps : {true, false}) check_found(preset, frames_of(4, 600), by_steps, !by_steps);
    }
}

TEST_CASE("the rate is found, also one that is not usual")
{
    for (const Rate rate : {hz(30), hz(75), Rate{60000, 1001}, hz(77), every(21500us)})
    {
        const auto found = recordings::identify_loop(probe_of((*find_preset("interpolated"))(rate), frames_of(3, 600)));
        CHECK(found.best.known_loop.name == "interpolated");
        CHECK(found.best.known_loop.rate == rate);
    }
}

TEST_CASE("the sentence names the loop, its rate, its limit, the share of the frames, and the nearest other preset")
{
    Frames frames = frames_of(0, 6000);
    for (std::size_t i = 100; i < frames.size(); i += 500) frames[i] = Nanos{290ms};
    const auto lines = identification_lines(recordings::identify_loop(probe_of(interpolated, frames)));
    CHECK(lines[0].starts_with("behaves as `interpolated`, 60 Hz, frames cut at 250 ms, in 100 % of 6,000 frames; `"));
    CHECK(lines[0].find("differs in ") != std::string::npos);
    REQUIRE(lines.size() > 1);
    CHECK(lines[1] == "no recording with these columns distinguishes the loop from `render-tick`");
}

TEST_CASE("an accumulator with a limit of its own is named with it")
{
    const Loop own = to_loop(BasicLoop<NoFilter, FixedStep, CapSteps>{.stepper = FixedStep{hz(50)}, .overload = {4}});
    CHECK(identification_lines(recordings::identify_loop(probe_of(own, frames_of(3, 800))))
              .front()
              .starts_with("behaves as `accumulator`, 50 Hz, at most 4 steps a frame, the rest dropped, in 100 % of"));
}

TEST_CASE("presets that do the same in all frames are classes, and more of them by steps than by simulated time")
{
    const auto by_steps = recordings::presets_grouped_by_equal(recordings::ComparedQuantity::step_counts),
               by_time = recordings::presets_grouped_by_equal(recordings::ComparedQuantity::simulated_times);
    CHECK(by_steps.size() < by_time.size());
    const auto together = [](const auto& classes, std::initializer_list<std::string_view> wanted)
    {
        for (const auto& names : classes)
            if (std::ranges::all_of(wanted, [&](std::string_view name)
                                    { return std::ranges::find(names, name) != names.end(); }))
                return true;
        return false;
    };
    CHECK(together(by_time, {"fixed", "plain", "fixed-sleep", "fixed-busy-wait", "fixed-drifting", "box2d"}));
    CHECK(together(by_time, {"interpolated", "render-tick"}));
    CHECK(together(by_time, {"extrapolated", "canonical", "canonical-snooze"}));
    CHECK(together(by_time, {"monogame", "fna"}));
    CHECK(together(by_steps, {"variable", "fixed"}));
    CHECK_FALSE(together(by_time, {"variable", "fixed"}));
    CHECK_FALSE(together(by_time, {"accumulator", "interpolated"}));
    std::size_t all = 0;
    for (const auto& names : by_time) all += names.size();
    CHECK(all == all_presets.size());
}

namespace
{

// A loop whose frame time is wrong: `frame_time` returns what the game takes for it, in seconds.
struct WrongLoop
{
    std::string_view mistake, words; // the name of the mistake, and a part of its sentence
    Frames frames;
    bool is_fixed; // an accumulator; false: each frame is a step
    std::function<double(Game&, double now)> frame_time;
};

double without_remainder(Game& game, double)
{
    for (double left = game.frame; left >= dt; left -= dt) game.step(dt);
    return 0.0;
}

double without_remainder_of_steps(Game& game, double)
{
    game.carried += game.frame;
    if (game.carried < dt) return 0.0;
    for (int n = static_cast<int>(game.carried / dt); n > 0; --n) game.step(dt);
    return game.carried = 0.0;
}

std::vector<WrongLoop> wrong_loops()
{
    const auto truncated = [](Game& game, double) { return whole_milliseconds(game.frame) / 1000.0; };
    const auto int_clock = [last = 0](Game&, double now) mutable
    {
        const int ms = whole_milliseconds(now);
        return (ms - std::exchange(last, ms)) / 1000.0;
    };
    const auto float_clock = [last = 0.0F](Game&, double now) mutable
    {
        const auto seconds = static_cast<float>(now);
        return static_cast<double>(seconds - std::exchange(last, seconds));
    };
    const auto cut_float_clock = [clock = float_clock](Game& game, double now) mutable
    { return std::min(clock(game, now), 0.25); };
    const auto late = [before = 0.0](Game& game, double) mutable { return std::exchange(before, game.frame); };
    const auto cut = [last = 0.0](Game&, double now) mutable
    {
        const double used = now - last;
        last += std::min(used, 0.25);
        return used;
    };
    // After hours a float of seconds counts in steps of 2 ms. The game's first frame takes five hours.
    Frames hours = frames_of(0, 3000);
    hours.front() = 5h;
    const std::string_view in_int = "milliseconds in an int", in_float = "float seconds since start",
                           after_update = "dt measured after the update", thrown_away = "remainder thrown away";
    return {{in_int, "each frame time is truncated to whole milliseconds", frames_of(0, 3000), false, truncated},
            {in_int, "in `accumulator`, 60 Hz", frames_of(3, 3000), true, truncated},
            {in_int, "the clock counts whole milliseconds", frames_of(3, 3000), true, int_clock},
            {in_float, "in `variable`", frames_of(0, 12000), false, float_clock},
            {in_float, "in `interpolated`, 60 Hz, frames cut at 250 ms", hours, true, cut_float_clock},
            {after_update, "in `variable`", frames_of(4, 3000), false, late},
            {after_update, "60 Hz", frames_of(4, 3000), true, late},
            {"two clocks", "faster than the clock of the frame times", frames_of(0, 6000), true,
             [](Game& game, double) { return game.frame * 1.004; }},
            {"two clocks", "runs 2 % slower", frames_of(0, 3000), false,
             [](Game& game, double) { return game.frame * 0.98; }},
            {thrown_away, "is not kept for the next frame", frames_of(2, 3000), true, without_remainder},
            {thrown_away, "the accumulator is set to zero", frames_of(1, 3000), true, without_remainder_of_steps},
            {"clamp after use", "the rest is simulated again", frames_of(3, 3000), true, cut}};
}

} // namespace

TEST_CASE("a frame time, a clock or a remainder that is wrong is diagnosed")
{
    for (const WrongLoop& loop : wrong_loops())
    {
        const auto update = [&, frame_time = loop.frame_time](Game& game, double now)
        { loop.is_fixed ? accumulate(game, frame_time(game, now)) : game.step(frame_time(game, now)); };
        const LoopIdentification found = recordings::identify_loop(play(loop.frames, update));
        const std::string text = identification_lines(found).front();
        CAPTURE(text);
        CHECK(found.is_identified);
        CHECK(found.best.known_loop.kind == recordings::KnownLoop::Kind::mistake);
        CHECK(found.best.known_loop.name == loop.mistake);
        CHECK(has_words(text, loop.words));
    }

    // If the cut has no effect at all, the loop is an accumulator, and the mistake is named beside it.
    const auto found =
        recordings::identify_loop(play(frames_of(3, 3000), [](Game& game, double) { accumulate(game, game.frame); }));
    CHECK(names(found, "accumulator"));
    REQUIRE_FALSE(found.indistinguishable_mistakes.empty());
    CHECK(found.indistinguishable_mistakes.front().name == "clamp after use");
}

TEST_CASE("an alpha of the wrong remainder is diagnosed, and a right one is not")
{
    const auto played = [](auto alpha)
    {
        const auto fixed = [&](Game& game, double)
        {
            const double before = game.carried;
            accumulate(game, game.frame);
            game.alpha = alpha(game, before);
        };
        const auto found = recordings::identify_loop(play(frames_of(4, 3000), fixed));
        CHECK(names(found, "accumulator"));
        return found.alpha_mistake;
    };
    CHECK(played([](const Game& game, double) { return game.carried / dt; }).empty());
    CHECK(played([](const Game&, double before) { return before / dt; }) ==
          "the loop uses the alpha of the frame before");
    CHECK(played([](const Game& game, double before) { return (before + game.frame) / dt; }) ==
          "alpha includes the time that the steps have used");
    CHECK(played([](const Game& game, double) { return std::fmod(game.frame, dt) / dt; }) ==
          "alpha uses only the frame time, without the carried time");
    CHECK(played([](const Game& game, double) { return 1.0 - game.carried / dt; }) ==
          "the loop uses 1 - alpha: the two states are swapped");
}

TEST_CASE("a loop with `if` for `while` is named, and the time that it carries is not counted as dropped")
{
    Frames frames = frames_of(1, 600);
    frames[300] = Nanos{900ms};
    const auto one_step = [](Game& game, double)
    {
        game.carried += std::min(game.frame, 0.25);
        if (game.carried >= dt)
        {
            game.step(dt);
            game.carried -= dt;
        }
        game.alpha = game.carried / dt;
    };
    ProbeRecording probed = play(frames, one_step);
    const LoopIdentification found = recordings::identify_loop(probed);
    CHECK(found.best.known_loop.name == "if instead of while");
    const auto check_speed = [&](const ProbeRecording& recording)
    {
        const auto speed = game_speed_of(recording, recordings::identify_loop(recording));
        REQUIRE(speed);
        REQUIRE(speed->dropped_times.size() == 1);
        CHECK(std::abs(to_seconds(speed->dropped_times.front().dropped_time) - 0.65) < 1e-3);
        CHECK(speed->speed <= 1.001);
    };
    check_speed(probed);
    for (std::size_t i = 100; i < 120; ++i) probed.frame_times[i] += 9ms; // no known loop
    CHECK_FALSE(recordings::identify_loop(probed).is_identified);
}

TEST_CASE("no limit is named that the only long frame refutes")
{
    Frames frames = frames_of(0, 600);
    frames[300] = Nanos{900ms};
    const auto limited = [](Game& game, double)
    {
        game.carried = std::min(game.carried + game.frame, 5.0 * dt + 1e-9);
        accumulate(game, 0.0);
        if (game.steps == 5) game.carried = 0.0;
    };
    CHECK(identification_lines(recordings::identify_loop(play(frames, limited)))
              .front()
              .starts_with("behaves as `accumulator`, 60 Hz, at most 5 steps due, in 100 % of 600 frames"));
    const auto odd = [](Game& game, double) { accumulate(game, game.frame > 0.1 ? 0.0912 : game.frame); };
    CHECK_FALSE(recordings::identify_loop(play(frames, odd)).is_identified);
}

TEST_CASE("a right loop with a step in whole nanoseconds has no mistake, and its step is named")
{
    for (const std::int64_t step_ns : {16'666'666, 16'666'667})
        for (const int frame_count : {3000, 30'000})
        {
            CAPTURE(step_ns);
            ProbeRecording probed{.name = "probe.csv", .frame_times = frames_of(0, frame_count)};
            std::int64_t carried_ns = 0;
            for (const Nanos frame : probed.frame_times)
            {
                carried_ns += frame.count();
                probed.step_counts.push_back(carried_ns / step_ns);
                probed.simulated_times.emplace_back(carried_ns / step_ns * step_ns);
                carried_ns %= step_ns;
                probed.alphas.push_back(static_cast<double>(carried_ns) / static_cast<double>(step_ns));
            }
            const auto found = recordings::identify_loop(probed);
            CHECK(found.alpha_mistake.empty());
            CHECK(identification_lines(found).front().starts_with(
                fmt::format("behaves as `accumulator`, a step of {} ns, in 100 % of", step_ns)));
        }
}

TEST_CASE("a loop that is none of the known ones is not named, and the best is given with its frames")
{
    std::mt19937_64 random{7};
    const auto odd = play(frames_of(0, 1000),
                          [&](Game& game, double)
                          {
                              for (auto n = random() % 3; n > 0; --n) game.step(dt);
                          });
    const LoopIdentification found = recordings::identify_loop(odd);
    CHECK_FALSE(found.is_identified);
    CHECK(identification_lines(found).front().starts_with("the loop is not identified: the best match, "));
    CHECK(identification_lines(found).front().find("of 1,000 frames (") != std::string::npos);
    const auto few = recordings::identify_loop(probe_of(interpolated, frames_of(0, 29)));
    CHECK(identification_lines(few).front() == "the loop cannot be identified from 29 frames: at least 30 are needed");
}

TEST_CASE("the time that a frozen game drops and the speed of a slow game are found")
{
    Frames frames(3000, Nanos{10ms});
    frames[1200] = 4s;
    const ProbeRecording frozen = probe_of(interpolated, frames);
    const auto drops = game_speed_of(frozen, recordings::identify_loop(frozen));
    REQUIRE(drops);
    REQUIRE(drops->dropped_times.size() == 1);
    CHECK(drops->dropped_times[0].frame_start == 12s);
    CHECK(drops->dropped_times[0].dropped_time == 3750ms);
    CHECK_FALSE(drops->slow_motion_below_fps);
    CHECK(game_speed_lines(*drops) == std::vector<std::string>{"1.00 of real time", "dropped 3.75 s at 12.0 s"});

    Frames slow(1000, Nanos{10ms});
    slow.resize(2000, Nanos{40ms});
    const ProbeRecording locked = probe_of((*find_preset("fixed"))(hz(60)), slow);
    const auto found = game_speed_of(locked, recordings::identify_loop(locked));
    REQUIRE(found);
    REQUIRE(found->slow_motion_below_fps);
    CHECK(*found->slow_motion_below_fps == 60.0); // there are no frames between 10 and 40 ms
    CHECK(game_speed_lines(*found).front() == "0.42 of real time below 60 fps");
}

namespace
{

enum class Fault : std::uint8_t
{
    none,
    saved_each_frame, // the previous state is saved at the start of each frame
    saved_with_steps, // the previous state is saved at the start of each frame with steps
    both_set, // bevy_rapier #638: after several steps, both states are the newest one
    not_blended,
    camera_late_blended, // the camera's own two states are copied before the step, and blended
    camera_late, // the camera is put at the state before the newest step
    camera_newest, // the camera is put at the newest state
};

// A body that runs, jumps to other speeds and turns, at about `speed` units a second.
struct Body
{
    std::mt19937_64 random;
    double speed;
    double x = 0.0, v = speed;

    void step()
    {
        if (random() % 20 == 0) v = speed * (static_cast<double>(random() % 401) / 100.0 - 2.0);
        x += v * dt;
    }
};

// A game with an accumulator that draws a blend of two states, with a fault, written as a game would be.
ProbeRecording drawn(Fault fault, const Frames& frames, double speed, int seed = 1)
{
    Body body{.random = std::mt19937_64{static_cast<std::uint64_t>(seed)}, .speed = speed};
    double previous = 0.0, camera = 0.0, camera_before = 0.0;
    std::vector<double> drawn_positions, camera_positions;
    const auto update = [&](Game& game, double)
    {
        const double frame = std::min(game.frame, 0.25);
        const bool steps = game.carried + frame >= dt;
        if (fault == Fault::saved_each_frame || (fault == Fault::saved_with_steps && steps)) previous = body.x;
        for (game.carried += frame; game.carried >= dt; game.carried -= dt)
        {
            if (fault != Fault::saved_each_frame && fault != Fault::saved_with_steps) previous = body.x;
            camera_before = std::exchange(camera, body.x);
            body.step();
            game.step(dt);
        }
        if (fault == Fault::both_set && game.steps > 1) previous = body.x;
        game.alpha = game.carried / dt;
        const double shown = fault == Fault::not_blended ? body.x : previous + game.alpha * (body.x - previous);
        drawn_positions.push_back(shown);
        camera_positions.push_back(shown + 3.0);
        if (fault == Fault::camera_late_blended)
            camera_positions.back() = camera_before + game.alpha * (camera - camera_before);
        if (fault == Fault::camera_late) camera_positions.back() = camera;
        if (fault == Fault::camera_newest) camera_positions.back() = body.x;
    };
    ProbeRecording played = play(frames, update);
    played.drawn_positions = std::move(drawn_positions);
    played.camera_positions = std::move(camera_positions);
    return played;
}

std::string drawing_mistake(const ProbeRecording& probed)
{
    const auto found = recordings::find_drawing_mistakes(probed);
    return found.body_mistake + found.camera_mistake;
}

} // namespace

TEST_CASE(
    "mistakes in the drawn positions and in the camera are diagnosed at many frame rates, and a right game has none")
{
    for (const int kind : {0, 1, 2, 4})
        for (const double speed : {0.5, 8.0, 900.0}) // slow, in metres, and in pixels
        {
            CAPTURE(kind);
            const Frames frames = frames_of(kind, 1500);
            const auto mistake = [&](Fault fault) { return drawing_mistake(drawn(fault, frames, speed)); };
            CHECK(mistake(Fault::none).empty());
            CHECK(has_words(mistake(Fault::saved_each_frame), "once a frame instead of once a step"));
            if (kind != 1) // near 144 fps, no frame has several steps
            {
                CHECK(has_words(mistake(Fault::saved_with_steps), "once a frame instead of once a step"));
                CHECK(has_words(mistake(Fault::both_set), "sets both states of the blend"));
            }
            // Near 25 fps each frame has several steps, and the path of the body between two frames is unknown.
            if (kind != 2) CHECK(has_words(mistake(Fault::not_blended), "nothing is blended"));
            if (kind <= 1) CHECK(has_words(mistake(Fault::camera_late_blended), "one tick late: it follows the body"));
            if (kind != 2) CHECK(has_words(mistake(Fault::camera_late), "one tick late: it follows the state before"));
            if (kind != 2) CHECK(has_words(mistake(Fault::camera_newest), "follows the newest state"));
        }
}

TEST_CASE("no mistake is found in right games, with a camera at the body or moved toward it in each frame")
{
    for (int seed = 0; seed < (is_thorough() ? 200 : 20); ++seed)
        for (const int kind : {0, 1, 2, 3, 4})
            for (const double half_life : {0.0, 0.03, 0.1, 0.5})
            {
                ProbeRecording right = drawn(Fault::none, frames_of(kind, 600), 8.0, seed);
                for (std::size_t i = 1; half_life > 0.0 && i < right.frame_times.size(); ++i)
                    right.camera_positions[i] = approach(right.camera_positions[i - 1], right.drawn_positions[i],
                                                         half_life, to_seconds(right.frame_times[i]));
                CHECK(drawing_mistake(right).empty());
            }
}

TEST_CASE("real recordings as frame times tell presets apart")
{
    SKIP_WITHOUT(shared_data("captures"));
    for (const char* const name : {"capframex_csv_re2_286fps.csv", "presentmon1_farcrynewdawn_composed.csv",
                                   "presentmon1_grb_multiprocess_120hz.csv", "presentmon1_trivflip_60hz_vsync.csv"})
    {
        CAPTURE(name);
        const auto read = accepted(recordings::read_file(shared_data("captures") / name));
        const Frames& frames = default_stream(read).frame_times;
        if (frames.size() < recordings::min_probed_frames) continue;
        for (const char* const preset :
             {"interpolated", "variable", "semi-fixed", "godot", "unity", "bevy", "fixed", "love"})
            check_found(*find_preset(preset), frames);
    }
}

TEST_CASE("what the columns, the frames or the motion do not show is said to be unknown")
{
    const auto unknown = [](const ProbeRecording& probed)
    {
        std::string text;
        for (const std::string& clause : recordings::find_drawing_mistakes(probed).open_questions)
            text += clause + "\n";
        return text;
    };
    const ProbeRecording full = drawn(Fault::both_set, frames_of(4, 1500), 8.0);
    CHECK(has_words(unknown(full), "whether the camera is one tick late before the drawn positions are right"));
    const auto without = [&](std::vector<double> ProbeRecording::*column)
    {
        ProbeRecording part = full;
        (part.*column).clear();
        return part;
    };
    const ProbeRecording no_positions = without(&ProbeRecording::drawn_positions);
    CHECK(has_words(identification_lines(recordings::identify_loop(no_positions)).back(),
                    "cannot tell whether the previous state is saved once a step, whether both states"));
    CHECK(has_words(unknown(no_positions), "no drawn positions are recorded (set_drawn_position)"));
    CHECK(has_words(unknown(without(&ProbeRecording::camera_positions)), "no camera positions are recorded"));
    CHECK(has_words(unknown(without(&ProbeRecording::alphas)), "no alpha is recorded"));
    for (const auto column : {&ProbeRecording::drawn_positions, &ProbeRecording::alphas})
        CHECK(drawing_mistake(without(column)).empty());
    // Near 144 fps no frame has several steps.
    const ProbeRecording fast = drawn(Fault::both_set, frames_of(1, 1500), 8.0);
    CHECK(drawing_mistake(fast).empty());
    CHECK(has_words(unknown(fast), "whether both states of the blend are set in one frame: these frames and motions"));
    // At constant speed, a late camera is only a constant distance behind.
    ProbeRecording even = drawn(Fault::camera_late_blended, frames_of(4, 1500), 8.0);
    double time = 0.0;
    for (std::size_t i = 0; i < even.frame_times.size(); ++i)
    {
        time += std::min(to_seconds(even.frame_times[i]), 0.25);
        even.drawn_positions[i] = 8.0 * time;
        even.camera_positions[i] = 8.0 * (time - dt);
    }
    CHECK(drawing_mistake(even).empty());
    CHECK(has_words(unknown(even), "whether the camera is one tick late: these frames and motions do not distinguish"));
    CHECK(has_words(unknown(drawn(Fault::none, frames_of(4, 600), 0.0)), "too few frames move the body"));
}

TEST_CASE("a file of the probe keeps the positions, and one without the optional columns is read, too")
{
    const std::string row = "2,0,game,16666667,1,16666667,0.5,";
    const auto read = [](const std::string& text) { return recordings::read_probe_recording(text, "probe.csv"); };
    const std::string header = "probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha";
    const auto probed = std::get<ProbeRecording>(read(header + ",drawn,camera\n" + row + "1.5,-0.25\n" + row + ",3\n"));
    CHECK(probed.drawn_positions.front() == 1.5);
    CHECK(std::isnan(probed.drawn_positions.back()));
    CHECK(probed.camera_positions == std::vector{-0.25, 3.0});
    CHECK(std::get<ProbeRecording>(read(header + "\n2,0,game,16666667,1,16666667,0.5\n")).drawn_positions.empty());
    CHECK(std::get<recordings::RecordingError>(read(header + ",drawn,camera\n" + row + "far,0\n")).problem ==
          "'far' is not a position");
}
