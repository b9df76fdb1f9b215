// The list of all scenes; docs/add-a-scene.md lists the files of a new scene.
#include "scenes/scene.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace scenes
{

extern const SceneType ball_with_part, spring_and_ball, bullet_and_wall, bouncing_ball, uniform_motion, spinning_body,
    smoke, chain, chaos, orbit, storm, float_clock, player;

std::span<const SceneType* const> all_scenes()
{
    static constexpr std::array all{
        &ball_with_part, &spring_and_ball, &bullet_and_wall, &bouncing_ball, &uniform_motion, &spinning_body, &smoke,
        &chain,          &chaos,           &orbit,           &storm,         &float_clock,    &player};
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

void set_knob(SceneChoice& choice, std::string_view name, double value)
{
    const SceneType& type       = type_of(choice);
    const SceneKnob* const knob = find_knob(type, name);
    if (knob == nullptr) throw std::invalid_argument{"the scene has no such knob"};
    choice.knobs[static_cast<std::size_t>(knob - type.knobs.data())] = knob->rounded(value);
}

} // namespace scenes
