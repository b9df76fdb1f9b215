// Compares presets with a second implementation of each engine's rule, in the engine's own number types, over a million
// random frames. Other tests cover Unity, Jolt and Rapier, some of whose steps rounding changes (rounding_test.cpp);
// Unreal, MainLoop.js and Phaser (engines_test.cpp); and Bullet, against its own library (separate/bullet_test.cpp).
#include "testing.hpp"

namespace
{

// Sanitizers make each step slower, so a tenth of the frames suffices there.
constexpr int a_million = is_sanitized ? 100'000 : 1'000'000;

// Random frame times as PCs measure them: noisy and missed frames of a display, frames of any length, and sometimes
// zero or seconds. The times are multiples of `unit`.
struct FramesAtRandom
{
    Nanos unit{1};
    std::mt19937_64 random{2026};

    Nanos next()
    {
        const std::uint64_t r = random();
        return length(r % 1000, static_cast<std::int64_t>(r >> 20U)) / unit * unit;
    }

    static Nanos length(std::uint64_t kind, std::int64_t dice)
    {
        if (kind < 2) return Nanos{dice % 3'000'000'000};
        if (kind < 4) return Nanos{};
        if (kind < 400) return Nanos{1'000'000 + dice % 49'000'000};
        const std::int64_t missed = kind < 420 ? 2 : 1;
        return Nanos{missed * 16'683'333 + dice % 2'000'000 - 1'000'000};
    }
};

// An engine's clock. It is read once a frame and shows whole units.
struct Counter
{
    Nanos unit;
    Nanos now{};
    std::int64_t last = 0;

    std::int64_t since_last(Nanos frame)
    {
        now += frame;
        const std::int64_t reading = now / unit;
        return reading - std::exchange(last, reading);
    }
};

struct Decision
{
    std::int64_t steps = 0;
    double alpha = std::nan(""); // NaN if the engine has no alpha
};

void agree(auto loop, auto original, FramesAtRandom frames = FramesAtRandom{})
{
    for (int i = 0; i < a_million; ++i)
    {
        const Nanos frame = frames.next();
        const Decision expected = original.frame(frame);
        const StepPlan plan = loop.plan({.frame_time = frame});
        const bool alike = plan.steps == expected.steps && (std::isnan(expected.alpha) || plan.alpha == expected.alpha);
        if (!alike) FAIL("frame ", i, " of ", frame.count(), " ns: ", plan.steps, " steps, not ", expected.steps);
    }
}

// Converts clock units by the engine's rule, accumulates them, and runs one step per `step` units.
template <class Rule>
class CountedUnits
{
public:
    CountedUnits(Nanos unit, std::int64_t step, Rule counted, std::int64_t most = INT64_MAX, bool has_alpha = true)
        : counter_{unit}
        , step_{step}
        , most_{most}
        , has_alpha_{has_alpha}
        , counted_{counted}
    {
    }

    Decision frame(Nanos frame)
    {
        left_ = std::min(left_ + counted_(counter_.since_last(frame)), most_);
        std::int64_t steps = 0;
        for (; left_ >= step_; ++steps) left_ -= step_;
        return {steps, has_alpha_ ? static_cast<double>(left_) / static_cast<double>(step_) : std::nan("")};
    }

private:
    Counter counter_;
    std::int64_t step_, most_, left_ = 0;
    bool has_alpha_;
    Rule counted_;
};

// Accumulates ticks of 100 ns. A frame without an update does not change the lag.
class XnaTick
{
public:
    Decision frame(Nanos frame)
    {
        constexpr std::int64_t target = 166'667, most = 5'000'000;
        accumulated_ += counter_.since_last(frame);
        if (accumulated_ < target) return {};
        if (accumulated_ > most) accumulated_ = most;
        std::int64_t updates = 0;
        for (; accumulated_ >= target; ++updates) accumulated_ -= target;
        lag += std::max<std::int64_t>(0, updates - 1);
        slow = slow ? lag > 0 : lag >= 5;
        if (updates == 1 && lag > 0) --lag;
        return {updates};
    }

    std::int64_t lag = 0;
    bool slow = false;

private:
    Counter counter_{100ns};
    std::int64_t accumulated_ = 0;
};

// Predicts the steps of a frame from the last twelve frames. Counts double seconds of a microsecond clock.
class GodotSync
{
public:
    explicit GodotSync(double fix)
        : fix_{fix}
    {
        for (int i = 0; i < 12; ++i) typical_[i] = counted_[i] = i;
    }

    Decision frame(Nanos frame) { return sync(static_cast<double>(counter_.since_last(frame)) / 1e6); }

    Decision sync(double measured)
    {
        const float least = std::fmax(static_cast<float>(measured / 8), 1e-6F);
        const double delta = measured + deficit_;
        int steps = core(delta);
        const double lead = delta - time_;
        double shown = delta;

        double low = typical_[0], high = low + 1;
        int consistent = 1;
        for (; consistent < 12; ++consistent)
        {
            const double a = typical_[consistent] / (consistent + 1.0),
                         b = (typical_[consistent] + 1) / (consistent + 1.0);
            if (a > high || b < low) break;
            low = std::fmax(low, a);
            high = std::fmin(high, b);
        }
        if (consistent > 3) shown = std::fmin(std::fmax(shown, low * h), high * h);
        shown = std::fmin(std::fmax(shown, delta - fix_ * h), delta + fix_ * h);
        shown = std::fmin(std::fmax(shown, lead), lead + h);
        shown = std::fmax(shown, static_cast<double>(least));

        time_ = shown - lead;
        if (time_ > h)
        {
            const int extra = static_cast<int>(std::floor(time_ * 60));
            time_ -= extra * h;
            steps += extra;
        }
        deficit_ = delta - shown;
        return {std::min(steps, 8), time_ / h};
    }

private:
    static constexpr double h = 1.0 / 60.0;

    int core(double delta)
    {
        time_ += delta;
        int steps = static_cast<int>(std::floor(time_ * 60));
        int least = typical_[0], most = least + 1;
        bool learn = false;
        for (int i = 0; i < 11 && !learn; ++i)
        {
            const int need = typical_[i + 1] - counted_[i];
            learn = need > most || need + 1 < least;
            if (learn) break;
            least = std::max(least, need);
            most = std::min(most, need + 1);
        }
        if (steps < least)
        {
            const int possible = static_cast<int>(std::floor(time_ * 60 + fix_));
            learn = learn || possible < least;
            steps = std::min(possible, least);
        }
        else if (steps > most)
        {
            const int possible = static_cast<int>(std::floor(time_ * 60 - fix_));
            learn = learn || possible > most;
            steps = std::max(possible, most);
        }
        steps = std::max(steps, 0);
        time_ -= steps * h;
        for (int i = 11; i > 0; --i) counted_[i] = counted_[i - 1] + steps;
        counted_[0] = steps;
        for (int i = 0; learn && i < 12; ++i) typical_[i] = std::clamp(typical_[i], counted_[i] - 1, counted_[i]);
        return steps;
    }

    double fix_;
    Counter counter_{1us};
    int typical_[12], counted_[12];
    double time_ = 0.0, deficit_ = 0.0;
};

// Rounds frame times to whole refresh periods after means of 60 frames have identified a 60 Hz display.
class GodotSmoothed
{
public:
    Decision frame(Nanos frame) { return sync_.sync(static_cast<double>(smoothed(counter_.since_last(frame))) / 1e6); }

private:
    std::int64_t smoothed(std::int64_t us)
    {
        if (us > 1'000'000) return us;
        measured_ += us;
        if (++frames_ % 64 == 0)
        {
            const double ratio = 1e6 / static_cast<double>(measured_ / 64) / 60;
            if (read_ >= 180) open_ = ratio > 0.95 && ratio < 1.05;
            measured_ = 0;
        }
        if (!open_ || us < 1000) return us;
        if (++read_ < 180) return us; // smooths only after three means of 60 frames
        left_ += us;
        const std::int64_t periods = std::max<std::int64_t>(left_ / 16'666, 1);
        left_ -= periods * 16'666;
        return periods * 16'666;
    }

    Counter counter_{1us};
    GodotSync sync_{0.5};
    std::int64_t measured_ = 0, frames_ = 0, read_ = 0, left_ = 0;
    bool open_ = true;
};

// Counts at 10 MHz for a 60 Hz display. A very long frame counts as one step, a time near a period is rounded to the
// period, and the mean of four frames is used.
class FrameTimingControl
{
public:
    Decision frame(Nanos frame)
    {
        constexpr std::int64_t desired = 10'000'000 / 60;
        std::int64_t delta = counter_.since_last(frame);
        if (delta > desired * 8) delta = desired;
        for (std::int64_t k = 1; k <= 8; ++k)
            if (std::abs(delta - k * desired) < 2000)
            {
                delta = k * desired;
                break;
            }
        last_[newest_++ % 4] = delta;
        const std::int64_t sum = last_[0] + last_[1] + last_[2] + last_[3];
        residual_ += sum % 4;
        accumulator_ += sum / 4 + residual_ / 4;
        residual_ %= 4;
        if (accumulator_ > desired * 8 || std::exchange(first_, false)) accumulator_ = 0;
        std::int64_t updates = 0;
        for (; accumulator_ >= desired; ++updates) accumulator_ -= desired;
        return {updates, static_cast<double>(accumulator_) / static_cast<double>(desired)};
    }

private:
    Counter counter_{100ns};
    std::array<std::int64_t, 4> last_{166'666, 166'666, 166'666, 166'666};
    std::size_t newest_ = 0;
    std::int64_t residual_ = 0;
    std::int64_t accumulator_ = 0;
    bool first_ = true;
};

// Compares the time of the newest state with the clock, in nanoseconds. If the state is over 100 ms old, its time is
// set to one step before the clock.
class CanonicalLoop
{
public:
    Decision frame(Nanos frame)
    {
        constexpr Nanos step = 10ms, longest = 100ms;
        cur_ += frame;
        if (cur_ - now_ > longest)
        {
            now_ = cur_ - step;
            ++restarts;
        }
        std::int64_t steps = 0;
        for (; cur_ - now_ >= step; ++steps) now_ += step;
        return {steps, static_cast<double>((cur_ - now_).count()) / static_cast<double>(step.count())};
    }

    int restarts = 0;

private:
    Nanos cur_{}, now_{};
};

// Counts tics of 1/35 s on a microsecond clock. A frame runs at most five.
class DoomTics
{
public:
    Decision frame(Nanos frame)
    {
        now_ += frame / 1us;
        const std::int64_t tic = now_ / 1'000'000 * 35 + now_ % 1'000'000 * 35 / 1'000'000;
        return {std::min<std::int64_t>(tic - std::exchange(last_, tic), 5)};
    }

private:
    std::int64_t now_ = 0, last_ = 0;
};

// Compares an absolute clock with deadlines every 40 ms. A frame runs at most five updates.
class DeWitters
{
public:
    Decision frame(Nanos frame)
    {
        constexpr Nanos skip = 40ms;
        now_ += frame;
        std::int64_t loops = 0;
        for (; now_ > next_ && loops < 5; ++loops) next_ += skip;
        return {loops, 1.0 + static_cast<double>((now_ - next_).count()) / static_cast<double>(skip.count())};
    }

private:
    Nanos now_{}, next_{};
};

// Adds each frame time as a float to a double. Runs a step once at least 1/72 s has accumulated.
class QuakeFilter
{
public:
    Decision frame(Nanos frame)
    {
        real_ += static_cast<double>(static_cast<float>(to_seconds(frame)));
        if (real_ - old_ < 1.0 / 72.0) return {0};
        old_ = real_;
        return {1};
    }

private:
    double real_ = 0.0, old_ = 0.0;
};

} // namespace

TEST_CASE("bevy takes the steps of its fixed clock in a million random frames, with the same bits of alpha")
{
    // Whole nanoseconds. The first frame counts as zero, a longer frame as 250 ms at most.
    const auto delta = [first = true](std::int64_t ns) mutable
    { return std::exchange(first, false) ? 0 : std::min<std::int64_t>(ns, 250'000'000); };
    agree(presets::bevy(), CountedUnits{1ns, 15'625'000, delta});
}

TEST_CASE("monogame and fna take the steps of XNA's tick in a million random frames, with the same lag and slow flag")
{
    agree(presets::monogame(), XnaTick{});
    agree(presets::fna(), XnaTick{});
    auto loop = presets::monogame();
    XnaTick original;
    FramesAtRandom frames;
    int slow = 0;
    for (int i = 0; i < a_million; ++i)
    {
        const Nanos frame = frames.next();
        (void)loop.plan({.frame_time = frame});
        original.frame(frame);
        REQUIRE(loop.stepper.lag_steps() == original.lag);
        REQUIRE(loop.stepper.is_running_slowly() == original.slow);
        slow += original.slow ? 1 : 0;
    }
    CHECK(slow > 1000);
}

TEST_CASE("godot takes the steps of its main timer in a million random frames, with the same bits of alpha, at any "
          "jitter fix")
{
    for (const double fix : {0.0, 0.5, 1.0})
    {
        auto loop = presets::godot();
        loop.stepper.jitter_fix = fix;
        agree(loop, GodotSync{fix});
    }
}

TEST_CASE("godot-smoothed counts the whole periods of its smoother in a million frames of a 60 Hz display")
{
    auto loop = presets::godot_smoothed();
    GodotSmoothed original;
    std::mt19937_64 random{7};
    for (int i = 0; i < a_million; ++i)
    {
        const auto dice = static_cast<std::int64_t>(random() >> 20U);
        Nanos frame{16'666'667 + dice % 400'000 - 200'000};
        if (i > 2000 && dice % 97 == 0) frame *= 2; // by then the smoother has identified the display
        if (i > 2000 && dice % 9973 == 0) frame = Nanos{dice % 3'000'000'000};
        if (i / 100'000 % 2 == 1) frame = frame * 100 / 107; // another frame rate stops the smoothing
        const Decision expected = original.frame(frame);
        const StepPlan plan = loop.plan({.frame_time = frame});
        REQUIRE(plan.steps == expected.steps);
        REQUIRE(plan.alpha == expected.alpha);
    }
}

TEST_CASE("glaiel, cute and steptimer count the ticks of their engines in a million random frames")
{
    constexpr std::int64_t dt = 166'666;
    const auto first_longer = [first = true](std::int64_t ticks) mutable
    { return ticks + (std::exchange(first, false) ? dt : 0); };
    const auto snapped = [](std::int64_t ticks)
    {
        const std::int64_t delta = std::min<std::int64_t>(ticks, 1'000'000);
        return std::abs(delta - dt) < 10'000'000 / 4000 ? dt : delta;
    };
    agree(presets::glaiel(), FrameTimingControl{});
    agree(presets::cute(), CountedUnits{100ns, dt, first_longer, 5 * dt, false});
    agree(presets::steptimer(), CountedUnits{100ns, dt, snapped});
}

TEST_CASE("canonical and its relatives take the steps of Watte's loop in a million random frames, also after a restart")
{
    agree(presets::canonical(), CanonicalLoop{});
    agree(presets::canonical_snooze(), CanonicalLoop{});
    agree(presets::extrapolated(), CanonicalLoop{});
    CanonicalLoop original;
    FramesAtRandom frames;
    for (int i = 0; i < a_million; ++i) original.frame(frames.next());
    CHECK(original.restarts > a_million / 1000);
}

TEST_CASE("doom, quake3, dewitters, quake, source and box2d take the steps of their engines in a million random frames")
{
    const auto at_most_5_s = [](std::int64_t ms) { return std::min<std::int64_t>(ms, 5000); };
    const auto all = [](std::int64_t ns) { return ns; };
    struct OneStep
    {
        Decision frame(Nanos) { return {1}; }
    };
    agree(presets::doom(), DoomTics{}, FramesAtRandom{1us}); // Doom's clock counts microseconds
    agree(presets::quake3(), CountedUnits{1ms, 50, at_most_5_s});
    agree(presets::dewitters(), DeWitters{});
    agree(presets::quake(), QuakeFilter{});
    agree(presets::source(), CountedUnits{1ns, 15'000'000, all});
    agree(presets::box2d(), OneStep{});
}
