#include "programs/demo/window/session.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "base/text.hpp"
#include "lab/replay/replay_file.hpp"
#include "lab/settings/playback.hpp"
#include "programs/command_line/input.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <span>
#include <stdexcept>

namespace demo
{

namespace
{
std::string free_name(const char* stem, const char* ending)
{
    std::error_code error; // the error is ignored here: writing the file fails later and reports it
    for (int i = 1;; ++i)
        if (std::string name = fmt::format("{}-{}.{}", stem, i, ending);
            !std::filesystem::exists(base::path_of(name), error))
            return name;
}
} // namespace

lab::Playback load_playback(const std::string& path, lab::AtEnd at_end)
{
    auto frames = lab::load_frames(path);
    if (const auto* error = std::get_if<std::string>(&frames)) throw std::runtime_error(*error);
    return {path, std::get<std::vector<timestep::Nanos>>(std::move(frames)), at_end};
}

lab::Replay load_replay(const std::string& path)
{
    auto replay = lab::read_file(path);
    if (const auto* error = std::get_if<std::string>(&replay)) throw std::runtime_error(*error);
    return std::get<lab::Replay>(std::move(replay));
}

lab::Drive load_drive(const Options& options)
{
    auto result = lab::read_drive(options.drive, options.settings);
    if (const auto* error = std::get_if<std::string>(&result)) throw std::runtime_error(*error);
    std::vector<base::NamedFile> files = files_of(options);
    const std::size_t named            = files.size();
    for (const lab::DriveCommand& command : std::get<lab::Drive>(result))
        if (command.kind == lab::DriveCommand::Kind::screenshot)
            files.push_back({"the drive's screenshot", command.text, true});
    command_line::throw_if(base::error_if_same_file(files));
    command_line::throw_if(base::error_if_not_writable(std::span{files}.subspan(named)));
    return std::get<lab::Drive>(std::move(result));
}

std::string free_recording_name() { return free_name("frames", "csv"); }
std::string free_screenshot_name() { return free_name("timestep", "png"); }

std::string free_picture_name(const std::string& stem, const char* ending) { return free_name(stem.c_str(), ending); }

std::string name_and_folder(const std::string& path)
{
    std::error_code error; // after an error, the folder is empty
    const std::filesystem::path whole = std::filesystem::absolute(base::path_of(path), error).lexically_normal();
    return base::message("{} in {}", base::utf8_of(whole.filename()), base::utf8_of(whole.parent_path()));
}

std::string save_text(const std::string& path, const std::string& text)
{
    base::WholeFile file{base::path_of(path)};
    file.add(text);
    return file.finish().value_or("");
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
    command_line::throw_if(save_text(path, widgets_text(widgets, frame)));
}

namespace
{

constexpr Nanos between_writes{1'000'000'000};

} // namespace

Recorder::Recorder(std::string path)
    : path_{std::move(path)}
    , file_{base::path_of(path_), "frame_ns\n"}
{
    command_line::throw_if(file_.failure());
}

void Recorder::keep(std::span<const Nanos> frames, Nanos now)
{
    if (now < next_) return;
    next_ = now + between_writes;
    add(frames);
}

void Recorder::finish(std::span<const Nanos> frames)
{
    add(frames);
    command_line::throw_if(file_.finish());
}

void Recorder::add(std::span<const Nanos> frames)
{
    std::string lines;
    for (; written_ < frames.size(); ++written_) lines += fmt::format("{}\n", frames[written_].count());
    if (!lines.empty()) command_line::throw_if(file_.add(lines));
}

} // namespace demo
