// scenes/spinning_body/spinning_body.hpp -- a box that tumbles freely in space: shows how rotations are blended
//
// The free rotation of a box with a square section has a closed form: the long axis circles the vertical (y, the
// direction of the angular momentum) at a constant rate, and the box spins about its long axis at another constant
// rate. So the simulation is exact at every step size, and each visible error comes from the blend.
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
        components, ///< a common mistake: the four numbers are blended without normalisation
    };

    struct Knobs
    {
        double spin = 1.5;  ///< turns per second about the long axis, 0 to 20
        double tilt = 35.0; ///< degrees between the long axis and the vertical, 0 to 80
        Blend blend = Blend::slerp;

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    /// Half of the box's size along its own x, y and z axes, in metres; y is the long axis. The box's mass is 1 kg.
    static constexpr sim::Vec3 half_size{0.3, 0.9, 0.3};

    struct State
    {
        double precession = 0.0; ///< turns, 0 to 1, of the long axis about the vertical
        double spin       = 0.0; ///< turns, 0 to 1, of the body about its long axis
        sim::Quaternion q{}; ///< body to world; w >= 0, as engines store it; after a blend the length may differ from 1
        bool teleported = false;

        friend bool operator==(const State&, const State&) = default;
    };

    class Exact;

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// Returns the functions that draw the scene.
    static SceneView view();
    State start() const;
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    /// Returns as x the position in metres of the marked corner along the world's x axis, as v its speed along x in
    /// m/s.
    Probe probe(const State& state) const;
    static void hash(const State& state, sim::StateHash& hash);

    /// Returns by how much too small a state is drawn: 0 for a true rotation, 1 for a body that has shrunk to nothing.
    static double shrinkage(const State& drawn) { return 1.0 - sim::dot(drawn.q, drawn.q); }
    /// Returns the total rate of rotation in turns per second.
    double turn_rate() const;

private:
    double precession_rate() const; // turns per second
    double spin_rate() const;       // turns per second about the long axis, relative to the precession
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
