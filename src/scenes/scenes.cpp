// The list of all scenes; docs/add-a-scene.md explains how to add a scene.
#include "base/text.hpp"
#include "scenes/scene.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace scenes
{

extern const SceneType ball_with_part, spring_and_ball, bullet_and_wall, bouncing_ball, uniform_motion, spinning_body,
    smoke, chain, chaos, orbit, storm, float_clock, player, smoothing, camera_scene, stack;

std::span<const SceneType* const> all_scenes()
{
    static constexpr std::array scenes{&ball_with_part, &spring_and_ball, &bullet_and_wall, &bouncing_ball,
                                       &uniform_motion, &spinning_body,   &smoke,           &chain,
                                       &chaos,          &orbit,           &storm,           &float_clock,
                                       &player,         &smoothing,       &camera_scene,    &stack};
    return scenes;
}

SceneSettings scene_defaults(std::size_t scene_index)
{
    SceneSettings settings{.scene_index = static_cast<std::uint8_t>(scene_index)};
    std::ranges::transform(all_scenes()[scene_index]->knobs, settings.knobs.begin(), &SceneKnob::initial);
    return settings;
}

std::optional<SceneSettings> find_scene_defaults(std::string_view name)
{
    const auto scenes = all_scenes();
    const auto found = std::ranges::find(scenes, name, &SceneType::name);
    if (found == scenes.end()) return std::nullopt;
    return scene_defaults(static_cast<std::size_t>(found - scenes.begin()));
}

const SceneKnob* find_knob(const SceneType& type, std::string_view name)
{
    return base::find_row_by_name(type.knobs, name, &SceneKnob::name);
}

void set_knob(SceneSettings& settings, std::string_view name, double unrounded_value_in_range)
{
    const SceneType& type = type_of(settings);
    const SceneKnob* const knob = find_knob(type, name);
    if (knob == nullptr) throw std::invalid_argument{"the scene has no such knob"};
    settings.knobs[static_cast<std::size_t>(knob - type.knobs.data())] = knob->rounded(unrounded_value_in_range);
}

} // namespace scenes
