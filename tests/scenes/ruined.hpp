// tests/scenes/ruined.hpp -- draws a scene whose state is NaN, as after a blow-up
#pragma once

#include "scenes/runs.hpp"
#include "scenes/scene_type.hpp"
#include "views/playing.hpp"

#include <numbers>

using namespace scenes;
using namespace sim;

inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Sets all floating-point numbers in the hashed fields to NaN.
template <class Value>
void ruin(Value& value)
{
    if constexpr (requires { Value::hashed_fields; })
        scenes::for_each_field(Value::hashed_fields, [&](auto field) { ruin(value.*field); });
    else if constexpr (std::same_as<Value, sim::Vec2>)
        value = {no_number, no_number};
    else if constexpr (std::same_as<Value, sim::Quaternion>)
        value = {no_number, no_number, no_number, no_number};
    else if constexpr (std::is_floating_point_v<Value>)
        value = std::numeric_limits<Value>::quiet_NaN();
    else if constexpr (requires { value.begin(); })
        for (auto& element : value) ruin(element);
}

/// Runs the scene for 20 frames, sets its state to NaN, draws it, and checks that all shapes are valid. `ruin_more`
/// changes further fields. With `ball_count`, checks also the number of drawn balls and the label "no finite position".
template <class S>
void check_ruined(std::optional<std::size_t> ball_count = {}, void (*ruin_more)(typename S::State&) = nullptr)
{
    Played played{settings_of(scenes::name_of<S>()), 20};
    auto& state = const_cast<scenes::AnyState&>(played.lab.lane().shown_state()).as<typename S::State>();
    ruin(state);
    if (ruin_more) ruin_more(state);
    views::extend_trail(played.trace, played.lab.lane());
    check_sound(played.draw());
    if (!ball_count) return;
    CHECK(balls(played.picture).size() == *ball_count);
    CHECK(says(played.picture, "no finite position"));
}
