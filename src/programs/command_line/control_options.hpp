// programs/command_line/control_options.hpp -- the options that set controls, in both programs
#pragma once

#include "lab/settings/control.hpp"
#include "programs/command_line/options.hpp"

#include <map>

namespace command_line
{

/// The values of options that set controls, as texts. The key is lab::Control::path; a value is empty if the option was
/// not given.
using ControlTexts = std::map<std::string_view, std::string>;

/// The appearance of the options in --help.
struct ControlHelp
{
    std::string group{};
    std::size_t most_choices = 8; ///< an option with more choices has the type "NAME" instead of a list of them
};

/// Adds an option for each control that always exists and that `has_option` accepts.
void add_control_options(CLI::App& command, ControlTexts& texts, bool (*has_option)(const lab::Control&),
                         const ControlHelp& help = {});
/// Adds the option --spike, which sets two controls.
void add_spike_option(CLI::App& command, std::string& spike, const std::string& group = "");
/// Adds the options --recording, with this description, and --recording-end.
void add_playback_options(CLI::App& command, std::string& recording, const std::string& description, std::string& end);

} // namespace command_line
