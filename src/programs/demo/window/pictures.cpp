#include "programs/demo/window/pictures.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"

#include <fmt/core.h>
#include <glad/gl.h>
#include <stb_image_write.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <vector>

namespace demo
{

namespace
{

namespace fs = std::filesystem;

// RGB bytes from the top row on. `x` and `y` are the lower left corner, from that of the canvas.
std::vector<unsigned char> read_pixels(int x, int y, int width, int height)
{
    const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(height);
    std::vector<unsigned char> read(w * h * 4); // WebGL has no GL_RGB
    glReadPixels(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    std::vector<unsigned char> pixels;
    pixels.reserve(w * h * 3);
    for (std::size_t row = h; row-- > 0;) // OpenGL's first row is the lowest
        for (std::size_t at = row * w * 4; at < (row + 1) * w * 4; at += 4)
            pixels.insert(pixels.end(), {read[at], read[at + 1], read[at + 2]});
    return pixels;
}

base::Error save_png(const std::string& path, int width, int height, const std::vector<unsigned char>& pixels)
{
    base::WholeFile file{base::path_of(path)};
    const auto add = [](void* to, void* bytes, int size) {
        static_cast<base::WholeFile*>(to)->add({static_cast<const char*>(bytes), static_cast<std::size_t>(size)});
    };
    stbi_write_png_to_func(add, &file, width, height, 3, pixels.data(), width * 3);
    return file.finish();
}

constexpr const char* ffmpeg               = "ffmpeg";
constexpr std::string_view choose_a_folder = "choose a folder that can be made, or a name that ends in .gif or .webp";

std::string not_filmed(const std::string& path, const std::string& why)
{
    return base::message("{}: cannot be filmed; {}", path, base::Verbatim{why});
}

[[noreturn]] void fail(const std::string& path, const std::string& why)
{
    throw base::BadInput{base::Verbatim{not_filmed(path, why)}};
}

std::string extension(const std::string& path)
{
    const std::string e = base::utf8_of(base::path_of(path).extension());
    return e == ".gif" || e == ".webp" ? e.substr(1) : "";
}

// True for "rtmp:": a film can only be written to a file. A single letter is a drive of Windows, such as "C:".
bool has_scheme(std::string_view path)
{
    const auto end  = path.find_first_of(":/");
    const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.'; };
    return end != path.npos && end > 1 && path[end] == ':' &&
           std::all_of(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(end), fits);
}

// True if PNG files can be written to the folder `path`, which may not exist yet.
bool can_be_folder(const fs::path& path)
{
    std::error_code error;
    fs::path there = fs::absolute(path).lexically_normal();
    while (there.has_relative_path() && !fs::exists(fs::symlink_status(there, error))) there = there.parent_path();
    return fs::is_directory(there, error) && base::why_not_writable(there).empty();
}

// For a GIF, ffmpeg computes the palette from the film (palettegen).
std::vector<std::string> arguments(const fs::path& to, const std::string& format, int width, int height)
{
    std::vector<std::string> all{"-nostdin",  "-y",
                                 "-loglevel", "error",
                                 "-f",        "rawvideo",
                                 "-pix_fmt",  "rgb24",
                                 "-s",        fmt::format("{}x{}", width, height),
                                 "-r",        fmt::format("{}", Film::rate),
                                 "-i",        "-"};
    if (format == "gif")
        all.insert(all.end(), {"-vf", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none"});
    else
        all.insert(all.end(), {"-lossless", "0", "-quality", "80", "-loop", "0"});
    all.insert(all.end(), {"-f", format, "file:" + base::utf8_of(fs::absolute(to))});
    return all;
}

std::string reason_of(const std::string& errors)
{
    const std::string line = errors.substr(0, errors.find('\n'));
    return line.empty() ? "it was ended from outside" : base::printable(line, 2 * base::max_shown_characters);
}

} // namespace

base::Error save_screenshot(const std::string& path, int canvas_width, int canvas_height, const draw::Rect& part)
{
    const int left    = std::clamp(static_cast<int>(part.x), 0, canvas_width - 1);
    const int top     = std::clamp(static_cast<int>(part.y), 0, canvas_height - 1);
    const int width   = std::clamp(static_cast<int>(part.w), 1, canvas_width - left);
    const int height  = std::clamp(static_cast<int>(part.h), 1, canvas_height - top);
    const auto pixels = read_pixels(left, canvas_height - top - height, width, height);

    return save_png(path, width, height, pixels);
}

base::Error error_if_not_filmable(const std::string& path)
{
    if (has_scheme(path)) return not_filmed(path, "a name that begins like a URL is not a file; write ./ before it");
    if (extension(path).empty())
    {
        if (can_be_folder(base::path_of(path))) return std::nullopt;
        return not_filmed(path, std::string{choose_a_folder});
    }
    if (!has_ffmpeg()) return not_filmed(path, "there is no ffmpeg: install it, or name a folder for PNG files");
    return base::error_if_not_writable(base::path_of(path));
}

bool has_ffmpeg() { return base::PipedProgram::is_in_path(ffmpeg); }

Film::Film(const std::string& path, const draw::Rect& stage, int canvas_height)
    : path_{path}
{
    const auto even          = [](float pixels) { return static_cast<int>(std::lround(pixels)) & ~1; };
    x_                       = static_cast<int>(std::lround(stage.x));
    width_                   = std::max(even(stage.w), 2);
    height_                  = std::max(even(stage.h), 2);
    y_                       = canvas_height - static_cast<int>(std::lround(stage.y)) - height_;
    const std::string format = extension(path);
    std::error_code error;
    base::throw_if(error_if_not_filmable(path));
    if (format.empty())
    {
        fs::create_directories(base::path_of(path), error);
        if (error) fail(path, std::string{choose_a_folder});
        return;
    }
    if (file_.emplace(base::path_of(path)).failed()) base::throw_if(file_->finish());
    ffmpeg_.emplace(ffmpeg, arguments(file_->writable_path(), format, width_, height_));
}

void Film::add_frame(Nanos now)
{
    if (pictures_ == 0) first_ = now;
    std::vector<unsigned char> pixels;
    // A frame that was shown longer than 1/30 s is written several times, so that the film has the right speed.
    for (const Nanos period{1'000'000'000 / rate}; first_ + pictures_ * period <= now; ++pictures_)
    {
        if (pixels.empty()) pixels = read_pixels(x_, y_, width_, height_);
        if (ffmpeg_)
            ffmpeg_->write(pixels);
        else
            write_png(pixels);
    }
}

void Film::write_png(const std::vector<unsigned char>& pixels) const
{
    const std::string name = fmt::format("{}/frame-{:05}.png", path_, pictures_ + 1);
    base::throw_if(save_png(name, width_, height_, pixels));
}

void Film::finish()
{
    if (!ffmpeg_) return;
    const base::PipedProgram::ExitResult end = ffmpeg_->finish();
    ffmpeg_.reset();
    if (!end.succeeded) fail(path_, "ffmpeg gave up: " + reason_of(end.errors));
    std::error_code error;
    const fs::path written = file_->writable_path();
    if (fs::is_regular_file(written, error) && fs::file_size(written, error) == 0) fail(path_, "ffmpeg wrote nothing");
    base::throw_if(file_->finish());
}

} // namespace demo
