// lab/settings/control_text.hpp -- a control's value as people write it
#pragma once

#include "lab/settings/control.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace lab
{

/// Sets a control from text; says in one sentence why not, if not. Nothing is changed then.
std::optional<std::string> assign(Settings& settings, const Control& row, std::string_view text);
/// The value as `assign` reads it, with its unit, for people: ten digits of it.
std::string value_text(const Settings& settings, const Control& row);
/// The value as `assign` reads it, to the last bit.
std::string exact_text(const Settings& settings, const Control& row);

/// The values that a control takes: "1..1000 Hz", or its choices as "off|on".
std::string range_text(const Control& row);

/// "60:250ms": a spike of 250 ms every 60 frames.
std::optional<std::string> assign_spike(Settings& settings, std::string_view text);

} // namespace lab
