// scenes/scene.hpp -- what the rest of the program knows of a scene: its table of properties and functions
#pragma once

#include "base/any_value.hpp"
#include "sim/physics/events.hpp"
#include "sim/physics/input.hpp"
#include "sim/physics/integrator.hpp"
#include "sim/physics/state_hash.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace scenes
{

/// The time at which a change of a knob takes effect.
enum class Applies : std::uint8_t
{
    now,      ///< the change takes effect in the next step
    at_reset, ///< the change takes effect when the user resets the world
    restarts, ///< the change resets the world at once
};

enum class SceneKnobKind : std::uint8_t
{
    number,
    whole,
    toggle, ///< 0 (off) or 1 (on)
    choice, ///< an index into the list `choices`
};

struct SceneKnob
{
    /// Name in kebab-case, used as `--set scene.NAME` on the command line and in drive files.
    std::string_view name;
    std::string_view label;   ///< text beside the slider
    std::string_view unit;    ///< unit of the value; empty for plain numbers
    std::string_view tooltip; ///< one sentence that explains the knob to the user
    double min       = 0.0;
    double max       = 1.0;
    bool logarithmic = false; ///< true if the slider's scale is logarithmic
    Applies applies  = Applies::now;
    std::span<const std::string_view> choices{};

    // Kind of the setting's value. The functions below set this member and the following ones.
    SceneKnobKind kind                     = SceneKnobKind::number;
    double initial                         = 0.0;
    double (*rounded)(double value)        = nullptr; ///< the value that is kept, such as a whole number
    double (*get)(const void* knobs)       = nullptr;
    void (*set)(void* knobs, double value) = nullptr;
};

namespace detail
{
template <class Field>
constexpr SceneKnobKind kind_of()
{
    if constexpr (std::is_same_v<Field, bool>) return SceneKnobKind::toggle;
    if constexpr (std::is_integral_v<Field>) return SceneKnobKind::whole;
    return SceneKnobKind::number;
}

template <class Field>
constexpr Field value_of(double value)
{
    if constexpr (std::is_same_v<Field, bool>) return value != 0.0;
    if constexpr (std::is_integral_v<Field> || std::is_enum_v<Field>)
        return static_cast<Field>(static_cast<int>(value + (value < 0.0 ? -0.5 : 0.5)));
    return static_cast<Field>(value);
}

template <class Knobs, class Field>
Knobs owner_of(Field Knobs::*); // for decltype only

// Adds the kind, the initial value, and the functions that read and write `Field`.
template <auto Field, class Knobs>
constexpr SceneKnob with_accessors(SceneKnob knob)
{
    using Type = std::remove_cvref_t<decltype(std::declval<Knobs&>().*Field)>;
    if (knob.label.empty()) knob.label = knob.name;
    knob.kind    = kind_of<Type>();
    knob.initial = static_cast<double>(Knobs{}.*Field);
    knob.get     = [](const void* knobs) { return static_cast<double>(static_cast<const Knobs*>(knobs)->*Field); };
    knob.set     = [](void* knobs, double value) { static_cast<Knobs*>(knobs)->*Field = value_of<Type>(value); };
    knob.rounded = [](double value) { return static_cast<double>(value_of<Type>(value)); };
    return knob;
}
} // namespace detail

struct KnobOptions
{
    std::string_view label{}; ///< empty if it is the name
    bool logarithmic = false;
    Applies applies  = Applies::now;
};

/// A number from `min` to `max`. Its initial value is that of `Field` in `Knobs`, which may have it from a base.
template <auto Field, class Knobs = decltype(detail::owner_of(Field))>
constexpr SceneKnob knob(std::string_view name, std::string_view unit, double min, double max,
                         const KnobOptions& options, std::string_view tooltip)
{
    return detail::with_accessors<Field, Knobs>(
        {name, options.label, unit, tooltip, min, max, options.logarithmic, options.applies});
}

template <auto Field, class Knobs = decltype(detail::owner_of(Field))>
constexpr SceneKnob toggle(std::string_view name, const KnobOptions& options, std::string_view tooltip)
{
    return knob<Field, Knobs>(name, "", 0.0, 1.0, options, tooltip);
}

/// `choices` must live as long as the knob.
template <auto Field, class Knobs = decltype(detail::owner_of(Field))>
constexpr SceneKnob choice_knob(std::string_view name, std::span<const std::string_view> choices,
                                const KnobOptions& options, std::string_view tooltip)
{
    SceneKnob row = knob<Field, Knobs>(name, "", 0.0, static_cast<double>(choices.size()) - 1.0, options, tooltip);
    row.choices   = choices;
    row.kind      = SceneKnobKind::choice;
    return row;
}

template <std::size_t A, std::size_t B>
constexpr std::array<SceneKnob, A + B> joined(const std::array<SceneKnob, A>& first,
                                              const std::array<SceneKnob, B>& second)
{
    std::array<SceneKnob, A + B> knobs{};
    std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), knobs.begin()));
    return knobs;
}

struct SceneView; // defined in scenes/drawing/canvas.hpp

struct Step
{
    double h                   = 0.0; ///< size of the step in seconds
    double time                = 0.0; ///< time on the simulated clock at the end of the step, in seconds
    sim::Integrator integrator = sim::Integrator::semi_implicit_euler;
};

/// The values that every scene records in each frame: one coordinate, its speed, and the energy.
struct Probe
{
    double x      = 0.0; ///< coordinate in metres or radians; the scene's header says which
    double v      = 0.0; ///< velocity in metres or radians per second
    double energy = 0.0; ///< energy in joules

    friend bool operator==(const Probe&, const Probe&) = default;
};

/// The fastest vibration of a scene with springs; it limits the size of stable steps.
struct Stiffness
{
    double angular_frequency = 0.0;           ///< of the vibration, in rad/s
    double damping_ratio     = 0.0;           ///< damping of the vibration as a share of critical damping
    std::string_view body    = "this spring"; ///< what vibrates, in a sentence for the user
};

struct StepCost
{
    /// Duration of one step in seconds, measured; 0 before the first measurement.
    double seconds = 0.0;
    /// Number of bodies above which this machine spirals; 0 before the first measurement.
    double max_affordable_bodies = 0.0;
};

/// A scene and the values of its knobs, in the order of SceneType::knobs.
struct SceneSettings
{
    static constexpr std::size_t max_knobs = 12;

    std::uint8_t scene = 0; ///< index in all_scenes()
    std::array<double, max_knobs> knobs{};

    /// True if all knobs have the same bits: 0 and -0 are different.
    friend bool operator==(const SceneSettings& first, const SceneSettings& second)
    {
        using Bits = std::array<std::uint64_t, max_knobs>;
        return first.scene == second.scene && std::bit_cast<Bits>(first.knobs) == std::bit_cast<Bits>(second.knobs);
    }
};

/// The state of one of the scenes. Only the sources of a scene and its tests know the type of its state.
using AnyState = base::AnyValue;
/// A scene of any type: its settings. What moves is in its state.
using AnyScene = base::AnyValue;

/// The properties and functions of a scene. Its source writes the properties; scene_type<S>() adds the functions.
struct SceneType
{
    std::string_view name{};          ///< name in kebab-case, for the command line
    std::string_view title{};         ///< title of the scene in the window
    std::string_view what_to_watch{}; ///< one sentence for the user: what to watch, and when the simulation goes wrong
    std::span<const SceneKnob> knobs{};
    const SceneView* view = nullptr; ///< how the scene is drawn
    bool uses_integrator  = true;    ///< false if the choice of the integrator makes no difference in the scene
    bool has_player_keys  = false;   ///< true if the arrow keys move a player
    /// True if the scene supports the integrator `exact`, which computes steps without error.
    bool has_exact_step = false;
    /// True if the program may also simulate copies of the scene without delays and in very small steps, to compare a
    /// loop's pictures with them; false for a scene whose steps take too long.
    bool has_reference = true;
    /// True if the scene may be run a second time, to test if it is reproducible; false if its steps take too long.
    bool can_rerun                     = true;
    sim::Integrator default_integrator = sim::Integrator::semi_implicit_euler;

    AnyScene (*make)()                                  = nullptr; ///< returns the scene with default settings
    void* (*knobs_of)(AnyScene& scene)                  = nullptr;
    void (*start)(const AnyScene& scene, AnyState& out) = nullptr;
    /// Takes one step; null for a scene that takes several steps at once. Copies the state before the step into
    /// `before`, if it is not null. Returns teleported() of the new state.
    bool (*step)(const AnyScene& scene, AnyState* before, AnyState& state, const Step& step, const sim::Input& input,
                 sim::Events& events) = nullptr;
    /// Takes `count` steps at once, faster than one by one; null for other scenes. Returns as `step`.
    bool (*steps)(const AnyScene& scene, AnyState& state, std::int64_t count, const Step& step,
                  sim::Events& events)                           = nullptr;
    Probe (*probe)(const AnyScene& scene, const AnyState& state) = nullptr;
    /// True if the body was moved at once in the newest step: the state is not blended with the one before.
    bool (*teleported)(const AnyState& state)                                                          = nullptr;
    void (*blend)(const AnyScene& scene, const AnyState& previous, const AnyState& current, double alpha,
                  AnyState& out)                                                                       = nullptr;
    void (*extrapolate)(const AnyScene& scene, const AnyState& current, double seconds, AnyState& out) = nullptr;
    void (*hash)(const AnyState& state, sim::StateHash& hash)                                          = nullptr;
    /// Null if the exact motion is not known.
    void (*start_exact)(const AnyScene& scene, const AnyState& from, base::AnyValue& exact) = nullptr;
    /// `seconds` since the start of the exact motion.
    void (*exact_at)(base::AnyValue& exact, double seconds, AnyState& out) = nullptr;
    /// Empty if the scene has no spring.
    std::optional<Stiffness> (*stiffness)(const AnyScene& scene) = [](const AnyScene&)
    { return std::optional<Stiffness>{}; };
    /// Largest step in seconds with which bodies cannot pass through each other; empty if there is no such limit.
    std::optional<double> (*largest_safe_step)(const AnyScene& scene) = [](const AnyScene&)
    { return std::optional<double>{}; };
    /// Empty if the scene does not measure its steps.
    std::optional<StepCost> (*step_cost)(const AnyScene& scene, double hz) = [](const AnyScene&, double)
    { return std::optional<StepCost>{}; };
};

/// All scenes, in the order in which they are shown.
std::span<const SceneType* const> all_scenes();
/// Default values of the knobs of the scene all_scenes()[scene].
SceneSettings scene_defaults(std::size_t scene);
/// Default values of the scene's knobs; empty if there is no such scene.
std::optional<SceneSettings> find_scene_defaults(std::string_view name);
inline const SceneType& type_of(const SceneSettings& settings) { return *all_scenes()[settings.scene]; }
/// Null if the scene has no such knob.
const SceneKnob* find_knob(const SceneType& type, std::string_view name);
/// `value` must be within the range of the knob. Throws std::invalid_argument if the scene has no such knob.
void set_knob(SceneSettings& settings, std::string_view name, double value);

} // namespace scenes
