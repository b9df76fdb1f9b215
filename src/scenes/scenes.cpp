// The list of all scenes; docs/add-a-scene.md lists the files of a new scene.
#include "scenes/ball_with_part/ball_with_part.hpp"
#include "scenes/bouncing_ball/bouncing_ball.hpp"
#include "scenes/bullet_and_wall/bullet_and_wall.hpp"
#include "scenes/chain/chain.hpp"
#include "scenes/chaos/chaos.hpp"
#include "scenes/float_clock/float_clock.hpp"
#include "scenes/orbit/orbit.hpp"
#include "scenes/player/player.hpp"
#include "scenes/scene_type.hpp"
#include "scenes/smoke/smoke.hpp"
#include "scenes/spinning_body/spinning_body.hpp"
#include "scenes/spring_and_ball/spring_and_ball.hpp"
#include "scenes/storm/storm.hpp"
#include "scenes/uniform_motion/uniform_motion.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace scenes
{

namespace
{
template <Scene S>
const SceneType* listed()
{
    static const SceneType type = scene_type<S>();
    return &type;
}
} // namespace

std::span<const SceneType* const> all_scenes()
{
    static const std::array all{listed<BallWithPart>(), listed<SpringAndBall>(), listed<BulletAndWall>(),
                                listed<BouncingBall>(), listed<UniformMotion>(), listed<SpinningBody>(),
                                listed<Smoke>(),        listed<Chain>(),         listed<Chaos>(),
                                listed<Orbit>(),        listed<Storm>(),         listed<FloatClock>(),
                                listed<Player>()};
    return all;
}

SceneChoice choice_of(std::size_t scene)
{
    SceneChoice choice{.scene = static_cast<std::uint8_t>(scene)};
    std::ranges::transform(all_scenes()[scene]->knobs, choice.knobs.begin(), &SceneKnob::initial);
    return choice;
}

std::optional<SceneChoice> find_scene(std::string_view name)
{
    const auto all   = all_scenes();
    const auto found = std::ranges::find(all, name, &SceneType::name);
    if (found == all.end()) return std::nullopt;
    return choice_of(static_cast<std::size_t>(found - all.begin()));
}

const SceneKnob* find_knob(const SceneType& type, std::string_view name)
{
    const auto found = std::ranges::find(type.knobs, name, &SceneKnob::name);
    return found == type.knobs.end() ? nullptr : &*found;
}

void set_knob(SceneChoice& choice, std::string_view name, double to)
{
    const SceneType& type       = type_of(choice);
    const SceneKnob* const knob = find_knob(type, name);
    if (knob == nullptr) throw std::invalid_argument{"the scene has no such knob"};
    choice.knobs[static_cast<std::size_t>(knob - type.knobs.data())] = knob->kept(to);
}

} // namespace scenes
