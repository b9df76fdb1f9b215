#include "lab/settings/drive.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "lab/settings/set_up.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

using Kind  = DriveCommand::Kind;
using Words = std::vector<std::string_view>;
using base::Error;

constexpr std::array<std::string_view, 8> verbs{"key",   "set",    "grab",       "release",
                                                "press", "let-go", "screenshot", "quit"};

Error parse_key(DriveCommand& command, std::string_view name)
{
    command.key = find_key(name);
    if (command.key != nullptr) return std::nullopt;
    Words names;
    for (const Key& key : keys()) names.push_back(key.name);
    return base::unknown("key", name, names);
}

// Parses a command that sets a control. `so_far` are the settings after all earlier commands of the file; they decide
// which controls exist, because some exist only while their scene is chosen.
Error parse_set(DriveCommand& command, std::string_view path, std::string_view value, Settings& so_far)
{
    command.path = path;
    command.text = value;
    return set(so_far, path, value);
}

Error parse_grab(DriveCommand& command, std::string_view text)
{
    const auto x = base::number<double>(text);
    if (!x) return base::message("grab takes metres from the spring's rest, not '{}'", text);
    command.hand_x = *x;
    return std::nullopt;
}

Error parse_button(DriveCommand& command, std::string_view name)
{
    const auto found = std::find(button_names.begin(), button_names.end(), name);
    if (found == button_names.end()) return base::unknown("button", name, button_names);
    command.button = static_cast<Button>(found - button_names.begin());
    return std::nullopt;
}

Error parse_arguments(DriveCommand& command, std::span<const std::string_view> arguments, Settings& so_far)
{
    static constexpr std::array<std::size_t, verbs.size()> wanted{1, 2, 1, 0, 1, 1, 1, 0};
    const auto kind = static_cast<std::size_t>(command.kind);
    if (arguments.size() != wanted[kind])
        return base::message("'{}' takes {} word(s), not {}", verbs[kind], wanted[kind], arguments.size());
    switch (command.kind)
    {
    case Kind::key: return parse_key(command, arguments[0]);
    case Kind::set: return parse_set(command, arguments[0], arguments[1], so_far);
    case Kind::grab: return parse_grab(command, arguments[0]);
    case Kind::press:
    case Kind::let_go: return parse_button(command, arguments[0]);
    case Kind::screenshot: command.text = arguments[0]; break;
    case Kind::release:
    case Kind::quit: break;
    }
    return std::nullopt;
}

Error parse_command(DriveCommand& command, std::span<const std::string_view> words, Settings& so_far)
{
    if (words.size() < 3 || words[0] != "at") return "a command is 'at SECONDS COMMAND ...'";
    const auto at = base::parse_duration(words[1], Nanos{1'000'000'000});
    if (!at) return base::message("'{}' is no time in seconds", words[1]);
    command.at      = *at;
    const auto verb = std::find(verbs.begin(), verbs.end(), words[2]);
    if (verb == verbs.end()) return base::unknown("command", words[2], verbs);
    command.kind = static_cast<Kind>(verb - verbs.begin());
    return parse_arguments(command, words.subspan(3), so_far);
}

} // namespace

base::Result<Drive> parse_drive(std::string_view text, std::string_view name, const Settings& start)
{
    Drive drive;
    Settings so_far = start;
    for (std::size_t number = 1; !text.empty(); ++number)
    {
        const auto end              = text.find('\n');
        const std::string_view line = text.substr(0, end);
        const Words words           = base::words_of(line.substr(0, line.find('#')));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
        if (words.empty()) continue;

        DriveCommand command;
        if (const Error error = parse_command(command, words, so_far))
            return base::message("{}:{}: {}", name, number, base::Verbatim{*error});
        drive.push_back(std::move(command));
    }
    std::stable_sort(drive.begin(), drive.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    return drive;
}

base::Result<Drive> read_drive(const std::string& path, const Settings& start)
{
    const auto text = base::read_small_file(base::path_of(path));
    if (const auto* unread = std::get_if<base::Unread>(&text))
        return base::message("{}: {}; give the path of a drive file", path, base::Verbatim{unread->why});
    return parse_drive(std::get<std::string>(text), path, start);
}

} // namespace lab
