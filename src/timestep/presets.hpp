// SPDX-License-Identifier: MIT
// timestep/presets.hpp -- the list of all presets: the five best-known loops in teaching order, their variations from
// articles, the loops of engines, libraries and games, then dewitters and refresh_snapped. Each preset has its own
// header, and docs/loops.md describes each preset.
#ifndef TIMESTEP_PRESETS_HPP
#define TIMESTEP_PRESETS_HPP

#include "timestep/loop.hpp"
#include "timestep/presets/accumulator.hpp"
#include "timestep/presets/babylon_lockstep.hpp"
#include "timestep/presets/bevy.hpp"
#include "timestep/presets/box2d.hpp"
#include "timestep/presets/bullet.hpp"
#include "timestep/presets/bullet_10.hpp"
#include "timestep/presets/cannon_es.hpp"
#include "timestep/presets/canonical.hpp"
#include "timestep/presets/canonical_snooze.hpp"
#include "timestep/presets/cocos.hpp"
#include "timestep/presets/cute.hpp"
#include "timestep/presets/defold.hpp"
#include "timestep/presets/dewitters.hpp"
#include "timestep/presets/doom.hpp"
#include "timestep/presets/ebitengine.hpp"
#include "timestep/presets/extrapolated.hpp"
#include "timestep/presets/fixed.hpp"
#include "timestep/presets/fixed_blow_threshold.hpp"
#include "timestep/presets/fixed_busy_wait.hpp"
#include "timestep/presets/fixed_drifting.hpp"
#include "timestep/presets/fixed_sleep.hpp"
#include "timestep/presets/fna.hpp"
#include "timestep/presets/glaiel.hpp"
#include "timestep/presets/godot.hpp"
#include "timestep/presets/godot_smoothed.hpp"
#include "timestep/presets/interpolated.hpp"
#include "timestep/presets/jolt.hpp"
#include "timestep/presets/love.hpp"
#include "timestep/presets/mainloop_js.hpp"
#include "timestep/presets/matter_js.hpp"
#include "timestep/presets/minecraft.hpp"
#include "timestep/presets/monogame.hpp"
#include "timestep/presets/openttd.hpp"
#include "timestep/presets/phaser.hpp"
#include "timestep/presets/pixi_ticker.hpp"
#include "timestep/presets/plain.hpp"
#include "timestep/presets/pygame.hpp"
#include "timestep/presets/quake.hpp"
#include "timestep/presets/quake3.hpp"
#include "timestep/presets/rapier.hpp"
#include "timestep/presets/raylib.hpp"
#include "timestep/presets/refresh_snapped.hpp"
#include "timestep/presets/render_tick.hpp"
#include "timestep/presets/semi_fixed.hpp"
#include "timestep/presets/semi_fixed_max_steps.hpp"
#include "timestep/presets/source.hpp"
#include "timestep/presets/step_ahead.hpp"
#include "timestep/presets/steptimer.hpp"
#include "timestep/presets/unity.hpp"
#include "timestep/presets/unreal.hpp"
#include "timestep/presets/unreal_async.hpp"
#include "timestep/presets/variable.hpp"
#include "timestep/presets/variable_clamped.hpp"
#include "timestep/presets/variable_filtered.hpp"

namespace timestep
{

inline constexpr std::array all_presets = preset_list(
    presets::fixed, presets::variable, presets::semi_fixed, presets::accumulator, presets::interpolated, presets::plain,
    presets::fixed_busy_wait, presets::fixed_sleep, presets::fixed_drifting, presets::fixed_blow_threshold,
    presets::variable_clamped, presets::variable_filtered, presets::semi_fixed_max_steps, presets::extrapolated,
    presets::canonical, presets::canonical_snooze, presets::render_tick, presets::step_ahead, presets::godot,
    presets::godot_smoothed, presets::bevy, presets::monogame, presets::fna, presets::unity, presets::unreal,
    presets::unreal_async, presets::defold, presets::cocos, presets::ebitengine, presets::love, presets::pygame,
    presets::raylib, presets::glaiel, presets::cute, presets::steptimer, presets::bullet, presets::bullet_10,
    presets::jolt, presets::rapier, presets::box2d, presets::phaser, presets::mainloop_js, presets::babylon_lockstep,
    presets::pixi_ticker, presets::matter_js, presets::cannon_es, presets::doom, presets::quake, presets::quake3,
    presets::source, presets::minecraft, presets::openttd, presets::dewitters, presets::refresh_snapped);

/// Returns the preset named `name`, or null if there is none.
constexpr const Preset* find_preset(std::string_view name)
{
    for (const Preset& p : all_presets)
        if (p.name == name) return &p;
    return nullptr;
}
constexpr const Preset& preset_of(PresetId id) { return all_presets[static_cast<std::size_t>(id)]; }
/// The index of `preset`, which must be an element of all_presets.
constexpr PresetId id_of(const Preset& preset) { return static_cast<PresetId>(&preset - all_presets.data()); }

} // namespace timestep
#endif
