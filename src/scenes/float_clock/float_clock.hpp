// scenes/float_clock/float_clock.hpp -- the same motion by two clocks: one adds up seconds in a float, one in a double
//
// A float has 24 bits. After an hour its neighbours are 0.24 ms apart, after ten 3.9 ms, after a hundred 31 ms: adding
// a sixtieth of a second then means adding 15.6 ms, or 31, and in the end nothing at all.
#pragma once

#include "scenes/scene.hpp"

namespace scenes
{

struct FloatClock
{
    static constexpr std::string_view name  = "float-clock";
    static constexpr std::string_view title = "Float clock";
    static constexpr std::string_view watch =
        "Both hands should go round together; the longer the program has run, the worse the float one keeps time.";
    static constexpr bool uses_integrator = false;

    enum class Start : std::int8_t
    {
        now,
        after_1_h,
        after_10_h,
        after_100_h,
    };

    struct Knobs
    {
        double speed = 0.25; ///< turns a second, 0.05 to 4
        Start start  = Start::after_10_h;

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    struct State
    {
        float by_float      = 0.0F; ///< s on the float's clock
        double by_double    = 0.0;  ///< s on the double's
        double turns_float  = 0.0;  ///< turns of the hand that follows the float, since the start; not wrapped
        double turns_double = 0.0;  ///< turns of the other
        double rate         = 1.0;  ///< seconds that the float's clock counted per second of the last step
        bool teleported     = false;

        friend bool operator==(const State&, const State&) = default;
    };

    class Exact;

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// How it is drawn.
    static SceneView view();
    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// x: turns of the float's hand; v: turns a second; energy: half of v squared.
    Probe probe(const State& state) const;
    static void hash(const State& state, sim::StateHash& hash);

    /// Seconds on both clocks at the start.
    double start_seconds() const;
    /// Seconds between a float that shows `time` and the next one.
    static double resolution(float time);
};

class FloatClock::Exact
{
public:
    Exact() = default;
    Exact(const FloatClock& scene, const State& from)
        : speed_{scene.knobs.speed}
        , from_{from}
    {
    }
    void at(double seconds, State& out) const;

private:
    double speed_ = 0.0;
    State from_{};
};

} // namespace scenes
