#include "app/session.hpp"

#include "capture/frame_ns.hpp"
#include "capture/whole_file.hpp"
#include "lab/recording.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

namespace app
{

namespace
{
[[noreturn]] void cannot_write(const std::string& path)
{
    throw std::runtime_error(
        fmt::format("{}: cannot be written; choose a folder that exists and may be written to", path));
}

std::string free_name(const char* stem, const char* ending)
{
    for (int i = 1;; ++i)
        if (std::string name = fmt::format("{}-{}.{}", stem, i, ending); !std::filesystem::exists(name)) return name;
}
} // namespace

TextFile::TextFile(const std::string& path)
    : path_{path}
    , file_{std::fopen(path.c_str(), "wb"), &std::fclose}
{
    if (!file_) cannot_write(path);
    std::setvbuf(file_.get(), nullptr, _IOLBF, BUFSIZ); // whoever reads along reads the newest frame
}

void TextFile::write(const std::string& text)
{
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) cannot_write(path_);
}

void TextFile::close()
{
    if (std::fflush(file_.get()) != 0) cannot_write(path_);
    if (std::fclose(file_.release()) != 0) cannot_write(path_);
}

lab::Playback load_playback(const std::string& path, lab::AtEnd at_end)
{
    auto frames = lab::load_frames(path);
    if (const auto* error = std::get_if<std::string>(&frames)) throw std::runtime_error(*error);
    return {path, std::get<std::vector<timestep::Nanos>>(std::move(frames)), at_end};
}

lab::Drive load_drive(const std::string& path, const lab::Settings& start)
{
    auto result = lab::read_drive(path, start);
    if (const auto* error = std::get_if<std::string>(&result)) throw std::runtime_error(*error);
    return std::get<lab::Drive>(std::move(result));
}

void save_recording(const std::string& path, const std::vector<timestep::Nanos>& frames)
{
    if (const auto error = capture::write_frame_ns(path, frames)) throw std::runtime_error(*error);
}

std::string free_recording_name() { return free_name("frames", "csv"); }
std::string free_screenshot_name() { return free_name("timestep", "png"); }

std::string free_picture_name(const std::string& stem, const char* ending) { return free_name(stem.c_str(), ending); }

std::string save_text(const std::string& path, const std::string& text)
{
    capture::WholeFile file{path};
    file.add(text);
    return file.finish().value_or("");
}

void save_widgets(const std::string& path, const ui::WidgetLog& widgets, std::int64_t frame)
{
    std::string text = fmt::format("name,x,y,w,h,value\nwindow.frame,0,0,0,0,\"{}\"\n", frame);
    for (const ui::Widget& w : widgets)
        text += fmt::format("{},{},{},{},{},\"{}\"\n", w.name, w.rect.x, w.rect.y, w.rect.w, w.rect.h, w.value);
    if (const std::string failure = save_text(path, text); !failure.empty()) throw std::runtime_error(failure);
}

} // namespace app
