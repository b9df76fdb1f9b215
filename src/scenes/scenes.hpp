// scenes/scenes.hpp -- every scene, in the order in which it is shown; docs/add-a-scene.md has what a new one touches
#pragma once

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

using AllScenes = SceneList<SpringAndBall, BulletAndWall, BouncingBall, UniformMotion, SpinningBody, Smoke, Chain,
                            Chaos, Orbit, Storm, FloatClock, Player>;

/// One scene's state, to draw or to keep. std::visit it, or ask with std::get_if<Chain::State>.
using AnyState = AllScenes::AnyState;
using AnyScene = AllScenes::AnyScene;

/// What is known of a scene without making one.
struct SceneRow
{
    std::string_view name;  ///< kebab-case, as on the command line
    std::string_view title; ///< for people
    std::string_view watch; ///< one sentence: what to look at, and when it fails
    std::span<const SceneKnob> knobs;
    bool uses_integrator;
    bool has_exact;                     ///< the true motion is known
    bool has_reference;                 ///< another one can run beside it, to hold it against
    bool judges_reproducibility;        ///< it may be played again to see whether the same comes out
    bool takes_many_steps;              ///< in one go, sooner than one at a time
    sim::Integrator default_integrator; ///< the one that it is best seen with
};

/// All of them, in order.
std::span<const SceneRow> all_scenes();
/// The scene of that name with its default knobs, or nothing.
std::optional<AnyScene> make_scene(std::string_view name);

} // namespace scenes
