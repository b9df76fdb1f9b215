#include "programs/demo/window/session.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/system_files.hpp"
#include "base/text.hpp"
#include "lab/replay/replay.hpp"
#include "lab/settings/lane_setup.hpp"

#ifdef TIMESTEP_SLOW
#include "lab/game/program.hpp"
#include "lab/game/session.hpp"
#endif

#include <SDL.h>
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <span>
#include <utility>

namespace demo
{

namespace
{

constexpr Nanos between_writes{1'000'000'000};

using timestep::Nanos;
namespace fs = std::filesystem;

constexpr Nanos between_looks{2'000'000'000};

// Replaces the whole file or, if an error occurs, leaves it unchanged. Waits until the bytes are on the disk.
base::Error write_settings_file(const std::string& path, const std::string& text)
{
    base::WholeFile file{base::path_of(path)};
    file.add(text);
    const base::Error why = file.finish(true);
    return why ? fmt::format("settings cannot be kept: {}", *why) : why;
}

} // namespace

std::string unused_name(std::string_view stem, std::string_view ending)
{
    std::error_code error; // the error is ignored here: writing the file fails later and reports it
    for (int i = 1;; ++i)
        if (std::string name = fmt::format("{}-{}{}{}", stem, i, ending.empty() ? "" : ".", ending);
            !std::filesystem::exists(base::path_of(name), error))
            return name;
}

lab::Playback load_playback(const std::string& path, lab::AtEnd at_end)
{
    return {path, base::value_or_throw(lab::load_frames(path)), at_end};
}

lab::Drive load_drive(const Options& options)
{
    lab::Drive drive                   = base::value_or_throw(lab::read_drive(options.drive, options.settings));
    std::vector<base::NamedFile> files = files_of(options);
    const std::size_t named            = files.size();
    for (const lab::DriveCommand& command : drive)
        if (command.kind == lab::DriveCommand::Kind::screenshot)
            files.push_back({"the drive's screenshot", command.text, true});
    base::throw_if(base::error_if_same_file(files));
    base::throw_if(base::error_if_not_writable(std::span{files}.subspan(named)));
    return drive;
}

std::string name_and_folder(const std::string& path)
{
    std::error_code error; // after an error, the folder is empty
    const std::filesystem::path whole = std::filesystem::absolute(base::path_of(path), error).lexically_normal();
    return base::message("{} in {}", base::utf8_of(whole.filename()), base::utf8_of(whole.parent_path()));
}

base::Error save_text(const std::string& path, const std::string& text)
{
    base::WholeFile file{base::path_of(path)};
    file.add(text);
    return file.finish();
}

std::string widgets_text(const WidgetLog& widgets, std::int64_t frame)
{
    std::string text = fmt::format("name,x,y,w,h,value\nwindow.frame,0,0,0,0,{}\n", frame);
    for (const Widget& w : widgets)
        text += fmt::format("{},{},{},{},{},{}\n", base::csv_cell(w.name), w.rect.x, w.rect.y, w.rect.w, w.rect.h,
                            base::csv_cell(w.value));
    return text;
}

void save_widgets(const std::string& path, const WidgetLog& widgets, std::int64_t frame)
{
    base::throw_if(save_text(path, widgets_text(widgets, frame)));
}

Recorder::Recorder(std::string path)
    : path_{std::move(path)}
    , file_{base::path_of(path_), "frame_ns\n"}
{
    base::throw_if(file_.failure());
}

void Recorder::write(std::span<const Nanos> frames, Nanos now)
{
    if (now < next_) return;
    next_ = now + between_writes;
    add(frames);
}

void Recorder::finish(std::span<const Nanos> frames)
{
    add(frames);
    base::throw_if(file_.finish());
}

void Recorder::add(std::span<const Nanos> frames)
{
    std::string lines;
    for (; written_ < frames.size(); ++written_) lines += fmt::format("{}\n", frames[written_].count());
    if (!lines.empty()) base::throw_if(file_.add(lines));
}

std::string settings_path()
{
    if (const char* given = SDL_getenv("TIMESTEP_SETTINGS")) return given;
    const std::unique_ptr<char, void (*)(void*)> folder{SDL_GetPrefPath("", "timestep-lab"), &SDL_free};
    return folder ? std::string{folder.get()} + "settings.toml" : "";
}

SettingsFile read_settings_file(const std::string& path)
{
    std::error_code error;
    if (!fs::exists(base::path_of(path), error) && !error) return {};
    const auto text = base::read_small_file(base::path_of(path));
    if (const auto* unread = std::get_if<base::ReadFailure>(&text)) return {.damage = "it " + unread->why};
    auto read = lab::read_preferences(std::get<0>(text));
    if (const auto* why = std::get_if<std::string>(&read)) return {.damage = *why};
    auto& [preferences, skipped] = std::get<lab::ReadPreferences>(read);
    std::string notice;
    if (!skipped.empty())
        notice = base::message("{}: {}{}", path, base::Verbatim{skipped.front()},
                               skipped.size() > 1 ? fmt::format(" (and {} more)", skipped.size() - 1) : "");
    return {.preferences = std::move(preferences), .notice = std::move(notice)};
}

std::string rename_damaged_settings(const std::string& path, const std::string& damage)
{
    const fs::path broken = base::follow_links(base::path_of(path));
    fs::path aside;
    std::error_code error;
    for (int i = 1; aside.empty() || fs::exists(aside, error); ++i)
        aside = base::path_of(fmt::format("{}.broken-{}", base::utf8_of(broken), i));
    fs::rename(broken, aside, error);
    const std::string where = error ? fmt::format("it stays where it is ({})", error.message())
                                    : base::message("set aside as {}", aside.filename());
    return base::message("{}: {}; {}, starting with the defaults", path, base::Verbatim{damage}, base::Verbatim{where});
}

SettingsWriter::SettingsWriter(std::string path, std::string kept)
    : path_{std::move(path)}
    , kept_{std::move(kept)}
    , changed_{kept_}
    , look_again_{between_looks}
{
}

base::Error SettingsWriter::update(const lab::Preferences& preferences, Nanos now)
{
    look_again_ = now + between_looks;
    if (writing_.is_pending() && !writing_.is_done()) return std::nullopt;
    base::Error failure = written();
    std::string text    = lab::preferences_text(preferences);
    const bool at_rest  = text == changed_;
    changed_            = std::move(text);
    if (!at_rest || changed_ == kept_) return failure;
    kept_    = changed_;
    writing_ = base::Task<base::Error>{[path = path_, text = kept_] { return write_settings_file(path, text); }};
    return failure;
}

base::Error SettingsWriter::finish(const lab::Preferences& preferences)
{
    if (path_.empty()) return std::nullopt;
    base::Error failure    = written();
    const std::string text = lab::preferences_text(preferences);
    std::error_code error;
    if (text == kept_ && fs::exists(base::path_of(path_), error)) return failure;
    return write_settings_file(path_, text);
}

base::Error SettingsWriter::written() { return writing_.is_pending() ? writing_.take() : std::nullopt; }

#ifdef TIMESTEP_SLOW
std::unique_ptr<sim::Pc> start_game(const Options& options)
{
    lab::find_slowable_program(options.game.front());
    lab::GameRun run{.words = options.game};
    run.teller = "timestep_demo";
    run.setup  = {.owner = base::process_id(), .seed = options.settings.seed, .machine = options.settings.machine};
    if (!options.recording.empty())
        run.setup.recording = {load_playback(options.recording, options.recording_end).frames(),
                               options.recording_end == lab::AtEnd::loop};
    return std::make_unique<lab::GamePc>(std::move(run));
}
#else // without the shim there is no option --slow
std::unique_ptr<sim::Pc> start_game(const Options&) { return nullptr; }
#endif

} // namespace demo
