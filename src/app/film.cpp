#include "app/film.hpp"

#include "app/screenshot.hpp"
#include "lab/shell_word.hpp"

#include <fmt/format.h>
#include <stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <sys/wait.h>

namespace app
{

namespace
{

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& why)
{
    throw std::runtime_error(fmt::format("{}: cannot be filmed; {}", path, why));
}

std::string extension(const std::string& path)
{
    const std::string e = fs::path{path}.extension().string();
    return e == ".gif" || e == ".webp" ? e.substr(1) : "";
}

// A GIF's own colours are chosen from the film itself.
std::string command(const std::string& to, const std::string& format, int width, int height)
{
    const char* filter = format == "gif"
                             ? "-vf 'split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none'"
                             : "-lossless 0 -quality 80 -loop 0";
    return fmt::format("ffmpeg -nostdin -y -loglevel error -f rawvideo -pix_fmt rgb24 -s {}x{} -r {} -i - {} -f {} {}",
                       width, height, Film::rate, filter, format, lab::shell_word(to));
}

} // namespace

bool has_ffmpeg()
{
    const char* path = std::getenv("PATH");
    std::string_view left{path != nullptr ? path : ""};
    while (!left.empty())
    {
        const auto end = std::min(left.find(':'), left.size());
        std::error_code error;
        if (fs::exists(fs::path{left.substr(0, end)} / "ffmpeg", error)) return true;
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return false;
}

std::string free_film_name()
{
    const char* end = has_ffmpeg() ? ".gif" : "";
    for (int i = 1;; ++i)
        if (std::string name = fmt::format("film-{}{}", i, end); !fs::exists(name)) return name;
}

Film::Film(const std::string& path, const view::Rect& stage, int canvas_height)
    : path_{path}
    , ffmpeg_{nullptr, &pclose}
{
    const auto even          = [](float pixels) { return static_cast<int>(std::lround(pixels)) & ~1; };
    x_                       = static_cast<int>(std::lround(stage.x));
    width_                   = std::max(even(stage.w), 2);
    height_                  = std::max(even(stage.h), 2);
    y_                       = canvas_height - static_cast<int>(std::lround(stage.y)) - height_;
    const std::string format = extension(path);
    std::error_code error;
    if (format.empty())
    {
        fs::create_directories(path, error);
        if (error) fail(path, "choose a folder that can be made, or a name that ends in .gif or .webp");
        return;
    }
    if (!has_ffmpeg()) fail(path, "there is no ffmpeg: install it, or name a folder for PNG files");
    unfinished_      = path + ".part";
    std::FILE* probe = std::fopen(unfinished_.c_str(), "wb");
    if (probe == nullptr) fail(path, "choose a folder that exists and may be written to");
    std::fclose(probe);
    std::signal(SIGPIPE, SIG_IGN); // an ffmpeg that dies is told by its exit code
    ffmpeg_.reset(popen(command(unfinished_, format, width_, height_).c_str(), "w"));
    if (!ffmpeg_) fail(path, "ffmpeg cannot be started");
}

Film::~Film()
{
    ffmpeg_.reset();
    std::error_code ignored;
    if (!unfinished_.empty()) fs::remove(unfinished_, ignored);
}

void Film::look(Nanos now)
{
    if (pictures_ == 0) first_ = now;
    std::vector<unsigned char> pixels;
    // A frame that took long is seen as long as it was.
    for (const Nanos period{1'000'000'000 / rate}; first_ + pictures_ * period <= now; ++pictures_)
    {
        if (pixels.empty()) pixels = read_pixels(x_, y_, width_, height_);
        if (ffmpeg_)
            std::fwrite(pixels.data(), 1, pixels.size(), ffmpeg_.get());
        else
            write_png(pixels);
    }
}

void Film::write_png(const std::vector<unsigned char>& pixels) const
{
    const std::string name = fmt::format("{}/frame-{:05}.png", path_, pictures_ + 1);
    if (stbi_write_png(name.c_str(), width_, height_, 3, pixels.data(), width_ * 3) == 0)
        fail(path_, "a picture could not be written there");
}

void Film::finish()
{
    if (!ffmpeg_) return;
    const int status = pclose(ffmpeg_.release());
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail(path_, "ffmpeg gave up; what it said is above");
    std::error_code error;
    fs::rename(unfinished_, path_, error);
    if (error) fail(path_, error.message());
    unfinished_.clear();
}

} // namespace app
