// Counts frames, of a million random ones of 1 to 50 ms, in which an engine's floating-point code runs other steps than
// its preset, which is exact. The preset's text `differs` states that count.
#include "catalogue/description.hpp"
#include "testing.hpp"
#include "timestep/rates.hpp"

namespace
{

// Runs the steps of Jolt's samples: frame times in whole microseconds, everything else in 32-bit floats.
class JoltSamples
{
public:
    int steps(Nanos frame)
    {
        residual_ += 1.0e-6F * static_cast<float>(frame / 1us);
        if (residual_ < step) return 0;
        residual_ = std::min(step, residual_ - step);
        return 1;
    }

private:
    static constexpr float step = 1.0F / 60.0F;
    float residual_ = 0.0F;
};

// Doom counts whole microseconds; a tic is 1/35 s.
class DoomClock
{
public:
    std::int64_t steps(Nanos frame)
    {
        now_ += frame;
        const std::int64_t tic = now_ / 1us * 35 / 1'000'000;
        return tic - std::exchange(last_, tic);
    }

private:
    Nanos now_{};
    std::int64_t last_ = 0;
};

// Runs the steps of Rapier's plugin: until `diff_` is no longer positive.
class RapierInterpolated
{
public:
    int steps(Nanos frame)
    {
        int steps = 0;
        for (diff_ += static_cast<float>(to_seconds(frame)); diff_ > 0.0F; ++steps) diff_ -= 1.0F / 60.0F;
        return steps;
    }

private:
    float diff_ = 0.0F;
};

// An accumulator with the number type `Seconds`. Unity's own code is not published.
template <class Seconds>
class UnityLike
{
public:
    int steps(Nanos frame)
    {
        int steps = 0;
        for (carried_ += static_cast<Seconds>(to_seconds(frame)); carried_ >= step; ++steps) carried_ -= step;
        return steps;
    }

private:
    static constexpr auto step = static_cast<Seconds>(0.02);
    Seconds carried_{};
};

struct Unlike
{
    int frames = 0; ///< frames in which the original ran another number of steps
    std::int64_t most = 0; ///< largest difference of steps in one frame
    std::int64_t steps = 0; ///< steps of the original - steps of the preset, over all frames
};

Unlike in_a_million(auto exact, auto original)
{
    Unlike unlike;
    std::mt19937_64 random{2026};
    for (int i = 0; i < 1'000'000; ++i)
    {
        const Nanos frame = 1ms + random_time(random, 49ms + 1ns);
        const std::int64_t more = original.steps(frame) - exact.plan({.frame_time = frame}).steps;
        unlike.frames += more != 0 ? 1 : 0;
        unlike.most = std::max(unlike.most, std::abs(more));
        unlike.steps += more;
    }
    return unlike;
}

std::string with_thousands_separators(std::int64_t number)
{
    std::string text = std::to_string(number);
    for (auto at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ",");
    return text;
}

// True if the preset's description mentions the difference `what` from the preset's source.
bool names_difference(std::string_view preset, const std::string& what)
{
    return catalogue::description_of(preset).deviations.find(what) != std::string::npos;
}

// Runs physics at 120 Hz, AI at 10 Hz and network at 30 Hz. Returns one letter per tick, in order.
std::string order_of(auto loop, const std::vector<Nanos>& frames)
{
    std::string order;
    MultiRateScheduler<2> rates{loop.rate(), {hz(10), hz(30)}};
    for (const Nanos frame : frames)
        CHECK(rates.run_steps(
                  loop.plan({.frame_time = frame}), [&](double) { order += 'p'; }, [&](double) { order += 'A'; },
                  [&](double) { order += 'n'; }) == 0);
    return order;
}

std::vector<Nanos> frames_of(Nanos total, std::uint64_t seed)
{
    std::mt19937_64 engine{seed};
    std::vector<Nanos> frames;
    for (Nanos left = total; left > 0ns; left -= frames.back())
        frames.push_back(std::min(left, random_time(engine, 40ms)));
    return frames;
}

} // namespace

TEST_CASE("the texts of jolt, doom, rapier and unity have the number of random frames with other steps")
{
    const auto more_steps = [](std::string_view preset, const Unlike& unlike)
    {
        CAPTURE(preset);
        CHECK(names_difference(preset, with_thousands_separators(unlike.frames)));
        CHECK(unlike.most == 1);
        return unlike.steps;
    };
    more_steps("jolt", in_a_million(presets::jolt(), JoltSamples{}));
    CHECK(more_steps("doom", in_a_million(presets::doom(), DoomClock{})) == 0);
    CHECK(more_steps("rapier", in_a_million(presets::rapier(), RapierInterpolated{})) == 0);
    CHECK((1.0F / 60.0F - 1.0 / 60.0) * 1e9 == doctest::Approx(0.87).epsilon(0.005));
    CHECK(names_difference("rapier", "0.87 ns"));
    more_steps("unity", in_a_million(presets::unity(), UnityLike<float>{}));
    CHECK(in_a_million(presets::unity(), UnityLike<double>{}).frames == 0);
    CHECK((0.02 - 0.02F) * 1e9 == doctest::Approx(0.45).epsilon(0.01));
    CHECK(names_difference("unity", "0.45 ns"));
}

TEST_CASE("jolt's text has the minutes in which the samples lose a step on displays of 60 Hz and 144 Hz")
{
    for (const auto& [refresh, minutes] : {std::pair{60, "7.1 minutes on a 60 Hz"}, {144, "4.3 minutes on a 144 Hz"}})
    {
        constexpr std::int64_t hours = 6;
        auto exact = presets::jolt();
        JoltSamples samples;
        std::int64_t lost = 0;
        for (std::int64_t i = 0; i < hours * 3600 * refresh; ++i)
        {
            const auto at = [&](std::int64_t frame) { return Nanos{(frame * 1'000'000'000 + refresh / 2) / refresh}; };
            const Nanos frame = at(i + 1) - at(i);
            lost += exact.plan({.frame_time = frame}).steps - samples.steps(frame);
        }
        CHECK(static_cast<double>(hours) * 60 / static_cast<double>(lost) ==
              doctest::Approx(std::stod(minutes)).epsilon(0.01));
        CHECK(names_difference("jolt", minutes));
    }
}

TEST_CASE("semi-fixed's text has the frame in which the article's doubles take another step")
{
    const auto last_step = [](Nanos frame)
    {
        double left = to_seconds(frame), step = 0.0;
        for (; left > 0.0; left -= step) step = std::min(left, 1.0 / 60.0);
        return step;
    };
    CHECK(last_step(16'666'666ns) > 0.016);
    CHECK(last_step(16'666'667ns) * 1e9 == doctest::Approx(0.3).epsilon(0.15));
    const StepPlan plan = presets::semi_fixed().plan({.frame_time = 16'666'667ns});
    CHECK(plan.steps == 1);
    CHECK(plan.tail == 0ns);
    CHECK(names_difference("semi-fixed", "A frame of 16,666,667 ns"));
    CHECK(names_difference("semi-fixed", "a second step of 0.3 ns"));
}

TEST_CASE(
    "the order of all ticks is the same for any frame times, and each AI tick comes after the physics of its time")
{
    const std::string of_a_tenth = "ppppnppppnppppAn"; // at 100 ms all three run in this order: physics, AI, network
    std::string expected;
    for (int i = 0; i < 4828; ++i) expected += of_a_tenth;
    for (const std::uint64_t seed : {1U, 2U, 3U})
        CHECK(order_of(presets::accumulator(hz(120)), frames_of(482800ms, seed)) == expected);
}

TEST_CASE("ticks come in the order of their exact times, for any rates")
{
    std::mt19937_64 engine{4};
    const auto random_rate = [&] {
        return Rate{1 + static_cast<std::int64_t>(engine() % 240'000), 1 + static_cast<std::int64_t>(engine() % 1001)};
    };
    for (int run = 0; run < tries(2'000); ++run)
    {
        const Rate loop = hz(60);
        const std::array<Rate, 3> others{random_rate(), random_rate(), random_rate()};
        MultiRateScheduler<3> rates{loop, others};
        std::array<std::int64_t, 3> count{};
        std::int64_t step = 0;
        long double before = 0.0L;
        bool right = true;
        const auto ticked = [&](std::size_t i)
        {
            ++count[i];
            const long double at = static_cast<long double>(count[i]) * others[i].den / others[i].num;
            right = right && at >= before - 1e-9L && at <= step / 60.0L + 1e-9L && at > (step - 1) / 60.0L - 1e-9L;
            before = at;
        };
        rates.run_steps(
            {.steps = 60, .dt_seconds = 1.0 / 60.0}, [&](double) { ++step; }, [&](double) { ticked(0); },
            [&](double) { ticked(1); }, [&](double) { ticked(2); });
        CHECK(right);
        for (std::size_t i = 0; i < 3; ++i)
        {
            CHECK(rates.tick_count(i) == count[i]);
            CHECK(count[i] == others[i].num / others[i].den); // in one second
        }
    }
}

TEST_CASE("fractions are compared exactly, also where a product would overflow")
{
    CHECK(detail::is_fraction_less(1, 3, 1, 2));
    CHECK_FALSE(detail::is_fraction_less(1, 2, 1, 3));
    CHECK_FALSE(detail::is_fraction_less(2, 4, 1, 2));
    CHECK(detail::is_fraction_less(0, 5, 1, 1'000'000'000'000'000));
    CHECK_FALSE(detail::is_fraction_less(0, 5, 0, 7));
    constexpr std::int64_t big = 999'999'999'999'989;
    CHECK(detail::is_fraction_less(big - 1, big, big, big + 1));
    CHECK_FALSE(detail::is_fraction_less(big, big + 1, big - 1, big));
    std::mt19937_64 engine{5};
    for (int i = 0; i < tries(1'000'000); ++i)
    {
        const auto next = [&] { return static_cast<std::int64_t>(engine() % 1000); };
        const std::int64_t a = next(), b = next() + 1, c = next(), d = next() + 1;
        REQUIRE(detail::is_fraction_less(a, b, c, d) == (a * d < c * b));
    }
}

TEST_CASE("after any overload the clocks of all rates differ by less than one tick of the slowest")
{
    for (const Preset& preset : all_presets)
    {
        Loop loop = preset.make(hz(120));
        if (loop.stepper.clock_relation() != ClockRelation::lags &&
            loop.stepper.clock_relation() != ClockRelation::leads)
            continue;
        CAPTURE(preset.name);
        MultiRateScheduler<2> rates{hz(120), {hz(10), Rate{30000, 1001}}};
        std::mt19937_64 engine{6};
        for (int i = 0; i < 5'000; ++i)
        {
            const std::uint64_t kind = engine() % 100;
            const Nanos frame{static_cast<std::int64_t>(engine() % (kind == 0 ? 3'000'000'000 : 20'000'000))};
            rates.run_steps(
                loop.plan({.frame_time = frame}), [](double) {}, [](double) {}, [](double) {});
            const double clock = static_cast<double>(rates.step_count()) / 120.0;
            const double ai = static_cast<double>(rates.tick_count(0)) / 10.0,
                         net = static_cast<double>(rates.tick_count(1)) * 1.001 / 30.0;
            REQUIRE(std::abs(clock - ai) < 0.1 + 1e-9);
            REQUIRE(std::abs(clock - net) < 0.1);
            REQUIRE(std::abs(ai - net) < 0.1 + 1e-9);
        }
    }
}

TEST_CASE("a tick that returns false ends the frame, and no tick is lost or taken twice")
{
    std::string order;
    MultiRateScheduler<2> rates{hz(60), {hz(30), hz(30)}};
    const auto take = [&](std::int64_t steps, char stop_at)
    {
        const auto say = [&order, stop_at](char c)
        {
            return [&order, stop_at, c](double)
            {
                order += c;
                return c != stop_at;
            };
        };
        return rates.run_steps({.steps = steps, .dt_seconds = 1.0 / 60.0}, say('p'), say('a'), say('b'));
    };
    CHECK(take(5, 'a') == 3);
    CHECK(take(3, 'p') == 2);
    CHECK(take(2, '-') == 0);
    CHECK(order == "ppappbabp"); // tick b of the second step is after the fourth step
    CHECK(rates.step_count() == 5);
}
