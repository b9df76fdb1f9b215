// scenes/bullet_and_wall/bullet_and_wall.hpp -- a bullet that is on one side of the wall in one step and beyond it in
// the next
//
//     =>            - - - -o        |  |        o - - - -     x is measured from the muzzle
//     muzzle at 0                wall at 10 m
//
// It fires again and again, never at the same moment of a step, so that the share of passes is what it is by chance.
#pragma once

#include "scenes/scene.hpp"

namespace scenes
{

struct BulletAndWall
{
    static constexpr std::string_view name  = "bullet-and-wall";
    static constexpr std::string_view title = "Bullet and wall";
    static constexpr std::string_view watch = "The wall stops the bullet only where a step happens to end inside it; "
                                              "smaller steps or a swept test always do.";
    static constexpr bool uses_integrator   = false;
    static constexpr double wall_x          = 10.0; ///< m, the middle of the wall
    static constexpr double range           = 20.0; ///< m, where a bullet that passed is forgotten

    struct Knobs
    {
        double speed     = 900.0; ///< m/s, 10 to 2,000
        double thickness = 0.1;   ///< m, 0.001 to 2
        double radius    = 0.05;  ///< m, 0.005 to 0.5
        double pause     = 0.4;   ///< s between shots, 0.05 to 3; up to 0.1 s more, another time for each
        bool swept       = false; ///< test the whole way of a step, not only its end

        friend bool operator==(const Knobs&, const Knobs&) = default;
    };

    enum class Phase : std::uint8_t
    {
        flying,
        stopped, ///< by the wall
        gone,    ///< beyond the wall, and out of sight
    };

    struct State
    {
        double x          = 0.0; ///< m from the muzzle
        double v          = 0.0; ///< m/s
        double flight     = 0.0; ///< s since it was fired
        double wait       = 0.0; ///< s until the next shot, when it is not flying
        std::int64_t shot = 1;   ///< counts from 1
        Phase phase       = Phase::flying;
        bool passed       = false; ///< this bullet went through the wall
        bool teleported   = false;

        friend bool operator==(const State&, const State&) = default;
    };

    class Exact;

    Knobs knobs{};

    static std::span<const SceneKnob> knob_table();
    /// How it is drawn.
    static SceneView view();
    State start() const { return {.v = knobs.speed, .teleported = true}; }
    void step(State& state, const Step& step, const sim::Input& input, sim::Events& events) const;
    void blend(const State& previous, const State& current, double alpha, State& out) const;
    void extrapolate(const State& current, double seconds, State& out) const;
    Probe probe(const State& state) const { return {state.x, state.v, 0.5 * state.v * state.v}; }
    static void hash(const State& state, sim::StateHash& hash);

    /// Where the bullet's middle is when its front touches the wall.
    double contact_x() const { return wall_x - reach(); }
    /// The largest step, in seconds, that cannot miss the wall: (thickness + 2 r) / v.
    double largest_safe_step() const { return 2.0 * reach() / knobs.speed; }
    /// The share of bullets that pass in steps of `h` seconds, 0 to 1.
    double chance_to_pass(double h) const;

private:
    double reach() const { return knobs.radius + 0.5 * knobs.thickness; }
    void fly(State& state, double h, double time, sim::Events& events) const;
    void wait_for_next(State& state, Phase phase) const;
};

/// The wall stops every bullet.
class BulletAndWall::Exact
{
public:
    Exact() = default;
    Exact(const BulletAndWall& scene, const State& from)
        : scene_{scene}
        , from_{from}
    {
    }
    void at(double seconds, State& out) const;

private:
    BulletAndWall scene_{};
    State from_{};
};

} // namespace scenes
