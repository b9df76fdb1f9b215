// scenes/scene.hpp -- the interface between a scene and the rest of the program: a table of properties and functions
#pragma once

#include "base/any_value.hpp"
#include "scenes/follow_camera.hpp"
#include "sim/physics/events.hpp"
#include "sim/physics/input.hpp"
#include "sim/physics/integrator.hpp"
#include "sim/physics/state_hash.hpp"
#include "sim/physics/vectors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace scenes
{

enum class KnobEffectTime : std::uint8_t
{
    next_step, ///< takes effect in the next step
    next_reset, ///< takes effect when the user resets the world
    immediate_reset, ///< takes effect at once and resets the world
};

enum class SceneKnobKind : std::uint8_t
{
    number,
    integer,
    toggle, ///< 0 (off) or 1 (on)
    choice, ///< an index into the list `choices`
};

/// The description of a knob: a setting of a scene that the user can change.
struct SceneKnob
{
    /// Name in kebab-case. The option --set and script files (text files with timed commands) use it as scene.NAME.
    std::string_view name;
    std::string_view label;
    std::string_view unit; ///< empty if dimensionless
    std::string_view tooltip; ///< one sentence
    double min = 0.0;
    double max = 1.0;
    bool is_logarithmic = false;
    KnobEffectTime effect_time = KnobEffectTime::next_step;
    std::span<const std::string_view> choices{};

    SceneKnobKind kind = SceneKnobKind::number;
    double initial = 0.0;
    /// Rounds `value` to a value that the setting can have, such as a whole number for an integer.
    double (*rounded)(double value) = nullptr;
    double (*get)(const void* knobs) = nullptr;
    void (*set)(void* knobs, double value) = nullptr;
};

struct SceneDrawingFunctions; // a scene's drawing functions, defined in scenes/drawing/canvas.hpp

struct Step
{
    double h = 0.0; ///< size of the step in seconds
    double end_time = 0.0; ///< time on the simulated clock at the end of the step, in seconds
    std::int64_t step_count = 1; ///< number of steps to run; 1 unless SceneType::can_run_many_steps
    sim::Integrator integrator = sim::Integrator::semi_implicit_euler;
};

/// Values of a scene that are recorded in every frame: one coordinate, its velocity, and the energy of the scene.
struct Observables
{
    double x = 0.0; ///< coordinate in metres, radians or turns; the scene's header says which
    double v = 0.0; ///< time derivative of `x`
    double energy = 0.0; ///< energy in joules; some scenes compute it for a mass of 1 kg

    friend bool operator==(const Observables&, const Observables&) = default;
};

/// The fastest vibration of a scene with springs. The stable step size can depend on the others, too.
struct FastestVibration
{
    static constexpr std::string_view default_instability_phrase = "made the motion grow without limit";

    double angular_frequency = 0.0; ///< in rad/s
    double damping_ratio = 0.0; ///< 1 is critical damping
    std::string_view instability_phrase = default_instability_phrase; ///< what too long steps did; used in a sentence
    bool draws_stability_limit = false; ///< the scene itself draws the longest stable step
};

/// The places in metres to which the hand can move a body that it holds.
struct Reach
{
    sim::Vec2 min{};
    sim::Vec2 max{};

    sim::Vec2 clamped(sim::Vec2 place) const
    {
        return {std::clamp(place.x, min.x, std::max(min.x, max.x)), std::clamp(place.y, min.y, std::max(min.y, max.y))};
    }
};

/// Where a held body is at the end of a step, in metres, and its velocity in m/s.
struct HeldMotion
{
    sim::Vec2 x{};
    sim::Vec2 v{};
};
/// The hand's motion within `reach`. At the limit of the reach, the body stands still.
inline HeldMotion held_motion(const sim::Input& input, const Reach& reach)
{
    const sim::Vec2 hand{input.drag_target_x, input.drag_target_y};
    const sim::Vec2 place = reach.clamped(hand);
    return {.x = place,
            .v = {place.x == hand.x ? input.drag_velocity_x : 0.0, place.y == hand.y ? input.drag_velocity_y : 0.0}};
}

/// The computing time of a step, and what this machine can therefore compute in real time.
struct StepCost
{
    /// Measured computing time of one step in seconds; 0 before the first measurement.
    double seconds = 0.0;
    /// Largest number of bodies whose steps this machine can compute in real time; 0 before the first measurement.
    double max_real_time_bodies = 0.0;
};

/// A scene and the values of its knobs, in the order of SceneType::knobs.
struct SceneSettings
{
    static constexpr std::size_t max_knobs = 12;

    std::uint8_t scene_index = 0; ///< index in all_scenes()
    std::array<double, max_knobs> knobs{}; ///< values of the knobs

    /// Compares the values of the knobs bit by bit, so that 0 and -0 are different.
    friend bool operator==(const SceneSettings& first, const SceneSettings& second)
    {
        using Bits = std::array<std::uint64_t, max_knobs>;
        return first.scene_index == second.scene_index &&
               std::bit_cast<Bits>(first.knobs) == std::bit_cast<Bits>(second.knobs);
    }
};

/// Holds the state of a scene. Each scene has its own type of state, which only its source and tests know.
using AnyState = base::AnyValue;
/// Holds a scene and its settings, without the state.
using AnyScene = base::AnyValue;

struct SceneType
{
    std::string_view name{}; ///< name in kebab-case, for the command line
    std::string_view title{};
    std::string_view what_to_watch{}; ///< sentence for the user: what is correct, and when it goes wrong
    std::span<const SceneKnob> knobs{}; ///< descriptions of the knobs, without values
    const SceneDrawingFunctions* view = nullptr;
    bool uses_integrator = true; ///< false if the scene ignores the choice of the integrator
    bool has_player_keys = false; ///< true if the arrow keys move a player
    /// True if the scene supports the integrator `exact`, which computes steps without error.
    bool has_exact_step = false;
    bool has_reference_motion = true;
    /// False if steps are too slow for the reproducibility test, which runs the scene a second time.
    bool has_reproducibility_test = true;
    bool can_run_many_steps = false; ///< true if one call of `step` can run several steps
    sim::Integrator default_integrator = sim::Integrator::semi_implicit_euler;

    AnyScene (*make_scene)() = nullptr;
    void* (*knobs_of)(AnyScene& scene) = nullptr;
    void (*write_initial_state)(const AnyScene& scene, AnyState& out) = nullptr;
    /// `previous` can be null. Returns true if the body has teleported.
    bool (*step)(const AnyScene& scene, AnyState* previous, AnyState& state, const Step& step, const sim::Input& input,
                 sim::EventCounts& events) = nullptr;
    Observables (*observables)(const AnyScene& scene, const AnyState& state) = nullptr;
    /// True if the newest step teleported the body: then no frame interpolates between the previous state and this one.
    bool (*is_teleported)(const AnyState& state) = nullptr;
    void (*interpolate)(const AnyScene& scene, const AnyState& previous, const AnyState& current, double alpha,
                        AnyState& out) = nullptr;
    void (*extrapolate)(const AnyScene& scene, const AnyState& current, double seconds, AnyState& out) = nullptr;
    void (*hash)(const AnyState& state, sim::StateHash& hash) = nullptr;
    /// Where the hand can hold the body in a state of the scene; null if the body cannot be held.
    Reach (*reach)(const AnyScene& scene, const AnyState& state) = nullptr;
    /// Settings of the camera that follows the body; null for a scene whose camera does not move.
    CameraSettings (*camera_settings)(const AnyScene& scene) = nullptr;
    /// The coordinate in metres that the camera follows; null if `camera_settings` is null.
    double (*camera_target_x)(const AnyScene& scene, const AnyState& state) = nullptr;
    /// Stores in `exact` the closed-form motion that begins at `start`. Null for a scene without an exact solution.
    void (*start_exact_motion)(const AnyScene& scene, const AnyState& start, base::AnyValue& exact) = nullptr;
    /// Writes to `out` the state at the time `seconds` after the start of the closed-form motion `exact`.
    void (*write_exact_state)(base::AnyValue& exact, double seconds, AnyState& out) = nullptr;
    /// The fastest vibration of the scene's springs; empty without springs.
    std::optional<FastestVibration> (*fastest_vibration)(const AnyScene& scene) = [](const AnyScene&)
    { return std::optional<FastestVibration>{}; };
    /// Largest step in s, and growth rate in 1/s with steps of `h` seconds, for all vibrations of the springs, as in
    /// sim/physics/spring.hpp. Null without springs.
    double (*largest_stable_step)(const AnyScene& scene, sim::Integrator integrator) = nullptr;
    double (*growth_rate)(const AnyScene& scene, sim::Integrator integrator, double h) = nullptr;
    /// Largest step in seconds with which no body passes through another; empty if there is no such limit.
    std::optional<double> (*largest_step_without_tunnelling)(const AnyScene& scene) = [](const AnyScene&)
    { return std::optional<double>{}; };
    std::optional<StepCost> (*step_cost)(const AnyScene& scene, double step_hz) = [](const AnyScene&, double)
    { return std::optional<StepCost>{}; };
};

/// All scenes in their order in the menu.
std::span<const SceneType* const> all_scenes();
SceneSettings scene_defaults(std::size_t scene_index);
/// Default settings of the scene `name`; empty if there is no such scene.
std::optional<SceneSettings> find_scene_defaults(std::string_view name);
inline const SceneType& type_of(const SceneSettings& settings) { return *all_scenes()[settings.scene_index]; }
/// Null if the scene has no setting with this name.
const SceneKnob* find_knob(const SceneType& type, std::string_view name);
/// Throws std::invalid_argument if the scene has no knob `name`.
void set_knob(SceneSettings& settings, std::string_view name, double unrounded_value_in_range);

} // namespace scenes
