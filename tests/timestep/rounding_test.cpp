// Counts the frames, of a million random ones of 1 to 50 ms, in which an engine that counts in floating point takes
// other steps than its preset, which counts exactly. The preset's text `differs` states that count.
#include "catalogue/description.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <utility>

using namespace timestep;

namespace
{
// Takes the steps of Jolt's sample programs: frame times in whole microseconds, everything else in 32-bit floats.
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
    float residual_             = 0.0F;
};

// Runs the tics of Doom: its clock counts whole microseconds, and a tic is 1/35 s.
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

// Takes the steps of Rapier's plugin: as many as it needs until `diff_` is no longer positive.
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

// An accumulator in the number type `Seconds`. Unity's own code is not published.
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
    int frames         = 0; ///< frames in which the original took another number of steps
    std::int64_t most  = 0; ///< largest difference of steps in one frame
    std::int64_t steps = 0; ///< steps of the original less steps of the preset, over all frames
};

template <class L, class Original>
Unlike compared(L exact, Original original, int frames, Nanos shortest, Nanos longest)
{
    Unlike unlike;
    std::mt19937_64 random{2026};
    const auto range = static_cast<std::uint64_t>((longest - shortest).count()) + 1;
    for (int i = 0; i < frames; ++i)
    {
        const Nanos frame       = shortest + Nanos{random() % range};
        const std::int64_t more = original.steps(frame) - exact.plan({.frame = frame}).steps;
        unlike.frames += more != 0 ? 1 : 0;
        unlike.most = std::max(unlike.most, std::abs(more));
        unlike.steps += more;
    }
    return unlike;
}

template <class L, class Original>
Unlike in_a_million(L exact, Original original)
{
    return compared(exact, original, 1'000'000, 1ms, 50ms);
}

// Returns 12345 as "12,345".
std::string with_commas(std::int64_t number)
{
    std::string text = std::to_string(number);
    for (auto at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ",");
    return text;
}

// Returns whether the description of a preset names the difference `what` from the preset's source.
bool names_difference(std::string_view preset, const std::string& what)
{
    return catalogue::description_of(preset).differs.find(what) != std::string::npos;
}
} // namespace

TEST_CASE("jolt's text has the number of random frames in which the samples take other steps")
{
    const Unlike unlike = in_a_million(presets::jolt(), JoltSamples{});
    CHECK(names_difference("jolt", with_commas(unlike.frames) + " of a million random frames"));
}

TEST_CASE("jolt's text has the minutes in which the samples lose a step on displays of 60 Hz and 144 Hz")
{
    for (const auto& [refresh, minutes] : {std::pair{60, "7.1 minutes on a 60 Hz"}, {144, "4.3 minutes on a 144 Hz"}})
    {
        constexpr std::int64_t hours = 6;
        auto exact                   = presets::jolt();
        JoltSamples samples;
        std::int64_t lost = 0;
        for (std::int64_t i = 0; i < hours * 3600 * refresh; ++i)
        {
            const auto at = [&](std::int64_t frame) { return Nanos{(frame * 1'000'000'000 + refresh / 2) / refresh}; };
            const Nanos frame = at(i + 1) - at(i);
            lost += exact.plan({.frame = frame}).steps - samples.steps(frame);
        }
        CHECK(static_cast<double>(hours) * 60 / static_cast<double>(lost) ==
              doctest::Approx(std::stod(minutes)).epsilon(0.01));
        CHECK(names_difference("jolt", minutes));
    }
}

TEST_CASE("doom's text has the number of random frames in which a clock of microseconds runs other tics")
{
    const Unlike unlike = in_a_million(presets::doom(), DoomClock{});
    CHECK(names_difference("doom", with_commas(unlike.frames) + " of a million random frames"));
    CHECK(unlike.most == 1);
    CHECK(unlike.steps == 0);
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
    const StepPlan plan = presets::semi_fixed().plan({.frame = 16'666'667ns});
    CHECK(plan.steps == 1);
    CHECK(plan.tail == 0ns);
    CHECK(names_difference("semi-fixed", "A frame of 16,666,667 ns"));
    CHECK(names_difference("semi-fixed", "a second step of 0.3 ns"));
}

TEST_CASE("rapier's text has the number of random frames in which the plugin takes other steps, and the reason")
{
    const Unlike unlike = in_a_million(presets::rapier(), RapierInterpolated{});
    CHECK(names_difference("rapier", with_commas(unlike.frames) + " of a million random frames"));
    CHECK(unlike.most == 1);
    CHECK(unlike.steps == 0);
    CHECK((1.0F / 60.0F - 1.0 / 60.0) * 1e9 == doctest::Approx(0.87).epsilon(0.005));
    CHECK(names_difference("rapier", "0.87 ns"));
}

TEST_CASE("unity's text has the number of random frames in which doubles and floats take other steps")
{
    const Unlike doubles = in_a_million(presets::unity(), UnityLike<double>{});
    const Unlike floats  = in_a_million(presets::unity(), UnityLike<float>{});
    CHECK(doubles.frames == 0);
    CHECK(names_difference("unity", with_commas(floats.frames)));
    CHECK(floats.most == 1);
    CHECK((0.02 - 0.02F) * 1e9 == doctest::Approx(0.45).epsilon(0.01));
    CHECK(names_difference("unity", "0.45 ns"));
}
