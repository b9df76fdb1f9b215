#include "programs/command_line/control_options.hpp"

#include "lab/settings/controls.hpp"

namespace command_line
{

void add_control_options(CLI::App& command, ControlTexts& texts, bool (*has_option)(const lab::Control&),
                         const ControlHelp& help)
{
    for (const auto rows : {lab::controls(), lab::list_controls()})
        for (const lab::Control& row : rows)
            if (has_option(row))
                add_option(command, std::string{row.flag}, texts[row.path], std::string{row.tip},
                           {.type    = row.choices().size() > help.most_choices ? "NAME" : lab::range_text(row),
                            .choices = {row.choices().begin(), row.choices().end()},
                            .group   = help.group});
}

void add_spike_option(CLI::App& command, std::string& spike, const std::string& group)
{
    add_option(command, "--spike", spike, "A spike of LENGTH every FRAMES frames, as in 60:250ms.",
               {.type = "FRAMES:LENGTH", .group = group});
}

void add_playback_options(CLI::App& command, std::string& recording, const std::string& description, std::string& end)
{
    add_option(command, "--recording", recording, description, {.type = "FILE"});
    add_option(command, "--recording-end", end, "What happens when the recording ends.", {.type = "loop|stop"});
}

} // namespace command_line
