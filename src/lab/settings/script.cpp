#include "lab/settings/script.hpp"

#include "base/files.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "lab/settings/assignments.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace lab
{

namespace
{

using CommandKind = TimedCommand::Kind;
using base::OptionalError;

struct CommandSyntax
{
    std::string_view name;
    std::size_t argument_count;
    CommandKind kind;
};

constexpr std::array command_syntaxes{
    CommandSyntax{.name = "key", .argument_count = 1, .kind = CommandKind::press_key},
    CommandSyntax{.name = "set", .argument_count = 2, .kind = CommandKind::set_control},
    CommandSyntax{.name = "grab", .argument_count = 1, .kind = CommandKind::grab_body},
    CommandSyntax{.name = "release", .argument_count = 0, .kind = CommandKind::release_body},
    CommandSyntax{.name = "press", .argument_count = 1, .kind = CommandKind::press_button},
    CommandSyntax{.name = "let-go", .argument_count = 1, .kind = CommandKind::release_button},
    CommandSyntax{.name = "screenshot", .argument_count = 1, .kind = CommandKind::save_screenshot},
    CommandSyntax{.name = "quit", .argument_count = 0, .kind = CommandKind::quit},
};

// `settings_so_far` are the settings after all earlier commands; a `set` command changes them.
OptionalError parse_command(TimedCommand& command, std::span<const std::string_view> words, Settings& settings_so_far)
{
    if (words.size() < 3 || words[0] != "at") return "a command is 'at SECONDS COMMAND ...'";
    const auto time = base::parse_duration(words[1], Nanos{1'000'000'000});
    if (!time) return base::message("'{}' is not a time in seconds, such as 1.5", words[1]);
    command.time = *time;
    const auto* syntax = base::find_row_by_name(command_syntaxes, words[2], &CommandSyntax::name);
    if (syntax == nullptr)
        return base::unknown_name_message("command", words[2], base::names_of(command_syntaxes, &CommandSyntax::name));
    command.kind = syntax->kind;
    const auto arguments = words.subspan(3);
    if (arguments.size() != syntax->argument_count)
        return base::message("'{}' needs {} argument(s), not {}", syntax->name, syntax->argument_count,
                             arguments.size());

    switch (command.kind)
    {
    case CommandKind::press_key:
        command.key_binding = find_key_binding(arguments[0]);
        if (command.key_binding != nullptr) break;
        return base::unknown_name_message("key", arguments[0], base::names_of(key_bindings(), &KeyBinding::name));
    case CommandKind::set_control:
        command.control_path = arguments[0];
        command.new_value = arguments[1];
        return assign_by_path(settings_so_far, command.control_path, command.new_value);
    case CommandKind::grab_body:
    {
        const auto distance_m = base::parse_number<double>(arguments[0]);
        if (!distance_m) return base::message("grab needs a distance from rest in metres, not '{}'", arguments[0]);
        command.drag_target_x = *distance_m;
        break;
    }
    case CommandKind::press_button:
    case CommandKind::release_button:
    {
        const auto found = std::ranges::find(button_names, arguments[0]);
        if (found == button_names.end()) return base::unknown_name_message("button", arguments[0], button_names);
        command.button = static_cast<Button>(found - button_names.begin());
        break;
    }
    case CommandKind::save_screenshot: command.screenshot_file = arguments[0]; break;
    case CommandKind::release_body:
    case CommandKind::quit: break;
    }
    return std::nullopt;
}

} // namespace

base::Result<TimedCommands> parse_script(std::string_view text, std::string_view file_name,
                                         const Settings& initial_settings)
{
    TimedCommands commands;
    Settings settings_so_far = initial_settings;
    std::size_t line_number = 0;
    for (const std::string_view line : base::split(text, "\n"))
    {
        ++line_number;
        const std::vector<std::string_view> words = base::words_of(line.substr(0, line.find('#')));
        if (words.empty()) continue;

        TimedCommand command;
        if (const OptionalError error = parse_command(command, words, settings_so_far))
            return base::message("{}:{}: {}", file_name, line_number, base::Verbatim{*error});
        commands.push_back(std::move(command));
    }
    std::ranges::stable_sort(commands, {}, &TimedCommand::time);
    return commands;
}

base::Result<TimedCommands> read_script(const std::string& path, const Settings& initial_settings)
{
    const auto text = base::read_small_file(base::path_from_utf8(path));
    if (const auto* failure = std::get_if<base::ReadFailure>(&text))
        return base::message("{}: {}; give the path of a script file", path, base::Verbatim{failure->reason});
    return parse_script(std::get<std::string>(text), path, initial_settings);
}

} // namespace lab
