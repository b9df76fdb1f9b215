// lab/settings/control_text.hpp -- sets a control from text, and returns its value as text
#pragma once

#include "lab/settings/control.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace lab
{

/// Sets a control from text. Returns an error in one sentence and changes nothing if the text is not valid.
std::optional<std::string> assign(Settings& settings, const Control& row, std::string_view text);
/// Returns the value of a control as text for display, rounded to ten digits, with "ms" after a time. assign() can read
/// it.
std::string value_text(const Settings& settings, const Control& row);
/// Returns the value of a control as text without rounding: assign() reads back exactly the same value.
std::string exact_text(const Settings& settings, const Control& row);

/// True if the control, which exists in both settings, has the same value in them.
bool is_equal(const Control& row, const Settings& a, const Settings& b);

/// Returns the values that a control allows, as text: a range such as "1..1000 Hz", or choices such as "off|on".
std::string range_text(const Control& row);

/// Returns the name of a VSYNC mode, such as "adaptive".
std::string_view name_of(sim::VsyncMode mode);

/// Names what is set for the machine besides the frame delay and VSYNC, with values, such as "jitter 4ms, cost per step
/// 0.5ms". Empty if all of it has its defaults, or has no effect.
std::string other_lag_text(const Settings& settings);
/// Resets all that other_lag_text() names.
void clear_other_lag(Settings& settings);

/// Sets the spikes (regular long frames) from a text FRAMES:LENGTH: "60:250ms" is a spike of 250 ms in every 60th
/// frame. If the text is not valid, returns an error in one sentence and changes nothing.
std::optional<std::string> assign_spike(Settings& settings, std::string_view text);

} // namespace lab
