// scenes/scenes.hpp -- the list of all scenes, in the order in which they are shown; docs/add-a-scene.md lists the
// files of a new scene
#pragma once

#include "base/compiled_once.hpp"
#include "scenes/ball_with_part/ball_with_part.hpp"
#include "scenes/bouncing_ball/bouncing_ball.hpp"
#include "scenes/bullet_and_wall/bullet_and_wall.hpp"
#include "scenes/chain/chain.hpp"
#include "scenes/chaos/chaos.hpp"
#include "scenes/float_clock/float_clock.hpp"
#include "scenes/orbit/orbit.hpp"
#include "scenes/player/player.hpp"
#include "scenes/smoke/smoke.hpp"
#include "scenes/spinning_body/spinning_body.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "scenes/storm/storm.hpp"
#include "scenes/uniform_motion/uniform_motion.hpp"

#include <optional>
#include <variant>

namespace scenes
{

template <class S>
concept IsDrawn = std::same_as<decltype(&S::view), SceneView (*)()>;

template <Scene... S>
struct SceneList
{
    static_assert((IsDrawn<S> && ...), "a scene of the list has no `static SceneView view();` (docs/add-a-scene.md)");

    using AnyScene                    = std::variant<S...>;
    using AnyState                    = std::variant<typename S::State...>;
    static constexpr std::size_t size = sizeof...(S);

    template <template <class> class Of>
    using VariantOf = std::variant<Of<S>...>;
};

using AllScenes = SceneList<BallWithPart, SpringAndBall, BulletAndWall, BouncingBall, UniformMotion, SpinningBody,
                            Smoke, Chain, Chaos, Orbit, Storm, FloatClock, Player>;

/// The state of any one of the scenes. Read it with std::visit, or with std::get_if<Chain::State>.
using AnyState = base::CompiledOnce<AllScenes::AnyState>;
using AnyScene = base::CompiledOnce<AllScenes::AnyScene>;

/// The properties of a scene that never change.
struct SceneRow
{
    std::string_view name;  ///< name in kebab-case, for the command line
    std::string_view title; ///< title of the scene in the window
    std::string_view watch; ///< one sentence for the user: what to watch, and when the simulation goes wrong
    std::span<const SceneKnob> knobs;
    bool uses_integrator;
    bool has_exact;     ///< true if the exact motion is known
    bool has_reference; ///< true if copies of the scene can run for comparison (as reference motions)
    /// True if the program may run the scene a second time, to test if it is reproducible.
    bool judges_reproducibility;
    bool takes_many_steps;              ///< true if several steps at once are faster than one by one
    sim::Integrator default_integrator; ///< the integrator that the scene uses by default
};

/// Returns the properties of all scenes, in the order of AllScenes.
std::span<const SceneRow> all_scenes();
/// Returns the scene with that name, with default settings; empty if there is no such scene.
std::optional<AnyScene> make_scene(std::string_view name);

} // namespace scenes

extern template struct base::CompiledOnce<scenes::AllScenes::AnyState>;
extern template struct base::CompiledOnce<scenes::AllScenes::AnyScene>;
