// scenes/spinning_body/spinning_body.hpp -- a box that tumbles freely in space: how is a rotation blended?
//
// Free rotation of a box with a square section has a closed form: its axis goes round the angular momentum (here the
// vertical, y) at an even rate while it spins about itself at another. So the simulation is exact at every step, and
// whatever looks wrong is the blend.
#pragma once

#include "scenes/scene.hpp"
#include "sim/physics/quaternion.hpp"

namespace scenes
{

struct SpinningBody
{
    static constexpr std::string_view name  = "spinning-body";
    static constexpr std::string_view title = "Spinning body";
    static constexpr std::string_view watch =
        "Between two steps the box should turn, not shrink; a step of more than half a turn is blended backwards.";
    static constexpr bool uses_integrator = false;

    enum class Blend : std::int8_t
    {
        slerp,
        nlerp,
        components, ///< wrong, and common
    };

    struct Knobs
    {
        double spin = 1.5;  ///< turns a second about its long axis, 0 to 20
        double tilt = 35.0; ///< degrees between its long axis and the vertical, 0 to 80
        Blend blend = Blend::slerp;

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    /// Half its size along its own x, y and z, in metres; y is the long axis. 1 kg.
    static constexpr sim::Vec3 half_size{0.3, 0.9, 0.3};

    struct State
    {
        double precession = 0.0; ///< turns, 0 to 1, of the long axis about the vertical
        double spin       = 0.0; ///< turns, 0 to 1, of the body about its long axis
        sim::Quaternion q{};     ///< body to world; w >= 0, as engines store it. A drawn one may not have length 1!
        bool teleported = false;

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
    /// x: where the marked corner is along the world's x, in metres; v: how fast it moves there.
    Probe probe(const State& state) const;
    static void hash(const State& state, sim::StateHash& hash);

    /// By how much too small a state is drawn: 0 for a true rotation, 1 for a body that has vanished.
    static double shrinkage(const State& drawn) { return 1.0 - sim::dot(drawn.q, drawn.q); }
    /// Turns a second that the body makes in all.
    double turn_rate() const;

private:
    double precession_rate() const; // turns a second
    double spin_rate() const;       // turns a second about the long axis, seen from the precessing axis
    void turn(State& state, double seconds) const;
};

class SpinningBody::Exact
{
public:
    Exact() = default;
    Exact(const SpinningBody& scene, const State& from)
        : scene_{scene}
        , from_{from}
    {
    }
    void at(double seconds, State& out) const { scene_.extrapolate(from_, seconds, out); }

private:
    SpinningBody scene_{};
    State from_{};
};

} // namespace scenes
