#include "programs/demo/window/captures.hpp"

#include "base/files.hpp"
#include "base/message.hpp"
#include "base/path.hpp"
#include "programs/demo/window/demo_files.hpp"

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

// Returns RGB bytes, top row first. (`x`, `y`) is the area's lower left corner in pixels from the canvas's lower left.
std::vector<unsigned char> read_pixels(int x, int y, int width, int height)
{
    const auto row_bytes = 4 * static_cast<std::size_t>(width), row_count = static_cast<std::size_t>(height);
    std::vector<unsigned char> rgba(row_bytes * row_count); // WebGL cannot read GL_RGB
    glReadPixels(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    std::vector<unsigned char> rgb;
    rgb.reserve(rgba.size() / 4 * 3);
    for (std::size_t row = row_count; row-- > 0;) // OpenGL's first row is the lowest
        for (std::size_t i = row * row_bytes; i < (row + 1) * row_bytes; i += 4)
            rgb.insert(rgb.end(), {rgba[i], rgba[i + 1], rgba[i + 2]});
    return rgb;
}

std::string encoded_png(int width, int height, const std::vector<unsigned char>& pixels)
{
    std::string png;
    const auto append_bytes = [](void* target, void* bytes, int size)
    { static_cast<std::string*>(target)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(size)); };
    stbi_write_png_to_func(append_bytes, &png, width, height, 3, pixels.data(), width * 3);
    return png;
}

constexpr const char* ffmpeg_name = "ffmpeg";
constexpr std::string_view folder_remedy = "choose a folder that can be created, or a name that ends in .gif or .webp";

std::string not_filmed_message(const std::string& path, const std::string& reason)
{
    return base::message("{}: no film can be written; {}", path, base::Verbatim{reason});
}

[[noreturn]] void throw_not_filmed(const std::string& path, const std::string& reason)
{
    throw base::BadInput{base::Verbatim{not_filmed_message(path, reason)}};
}

// "gif" or "webp"; empty for a folder of PNG files.
std::string animation_format(const std::string& path)
{
    const std::string extension = base::path_to_utf8(base::path_from_utf8(path).extension());
    return extension == ".gif" || extension == ".webp" ? extension.substr(1) : "";
}

// True for a URL such as "rtmp:", to which no film can be written; false for a Windows drive such as "C:".
bool is_url_like(std::string_view path)
{
    const auto scheme_end = path.find_first_of(":/");
    const auto is_scheme_character = [](unsigned char c)
    { return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.'; };
    return scheme_end != path.npos && scheme_end > 1 && path[scheme_end] == ':' &&
           std::all_of(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(scheme_end), is_scheme_character);
}

// True if PNG files can be written to the folder `path`, or if the folder does not exist but can be created.
bool can_be_png_folder(const fs::path& path)
{
    std::error_code error;
    fs::path existing_ancestor = fs::absolute(path).lexically_normal();
    while (existing_ancestor.has_relative_path() && !fs::exists(fs::symlink_status(existing_ancestor, error)))
        existing_ancestor = existing_ancestor.parent_path();
    return fs::is_directory(existing_ancestor, error) && base::write_permission_error(existing_ancestor).empty();
}

// Makes ffmpeg read raw RGB frames from the standard input. A GIF has one palette for the whole film (palettegen).
std::vector<std::string> ffmpeg_arguments(const fs::path& film_path, const std::string& format, int width, int height)
{
    std::vector<std::string> arguments{"-nostdin",  "-y",
                                       "-loglevel", "error",
                                       "-f",        "rawvideo",
                                       "-pix_fmt",  "rgb24",
                                       "-s",        fmt::format("{}x{}", width, height),
                                       "-r",        fmt::format("{}", FilmWriter::frames_per_s),
                                       "-i",        "-"};
    if (format == "gif")
        arguments.insert(arguments.end(),
                         {"-vf", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none"});
    else
        arguments.insert(arguments.end(), {"-lossless", "0", "-quality", "80", "-loop", "0"});
    arguments.insert(arguments.end(), {"-f", format, "file:" + base::path_to_utf8(fs::absolute(film_path))});
    return arguments;
}

} // namespace

base::OptionalError save_screenshot(const std::string& path, int canvas_width, int canvas_height,
                                    const draw::Rect& area)
{
    const int left = std::clamp(static_cast<int>(area.x), 0, canvas_width - 1);
    const int top = std::clamp(static_cast<int>(area.y), 0, canvas_height - 1);
    const int width = std::clamp(static_cast<int>(area.w), 1, canvas_width - left);
    const int height = std::clamp(static_cast<int>(area.h), 1, canvas_height - top);
    const auto pixels = read_pixels(left, canvas_height - top - height, width, height);

    return save_file(path, encoded_png(width, height, pixels));
}

base::OptionalError film_path_error(const std::string& path)
{
    if (is_url_like(path))
        return not_filmed_message(path, "a name that begins like a URL is not a file; write ./ before it");
    if (animation_format(path).empty())
    {
        if (can_be_png_folder(base::path_from_utf8(path))) return std::nullopt;
        return not_filmed_message(path, std::string{folder_remedy});
    }
    if (!is_ffmpeg_installed())
        return not_filmed_message(path, "ffmpeg is not installed: install it, or name a folder for PNG files");
    return base::unwritable_output_error(base::path_from_utf8(path));
}

bool is_ffmpeg_installed() { return base::JoiningChildProcess::is_installed(ffmpeg_name); }

FilmWriter::FilmWriter(const std::string& film_path, const draw::Rect& stage_area_in_canvas, int canvas_height)
    : path_{film_path}
{
    const auto rounded_to_even = [](float pixels) { return static_cast<int>(std::lround(pixels)) & ~1; };
    left_ = static_cast<int>(std::lround(stage_area_in_canvas.x));
    width_ = std::max(rounded_to_even(stage_area_in_canvas.w), 2);
    height_ = std::max(rounded_to_even(stage_area_in_canvas.h), 2);
    bottom_ = canvas_height - static_cast<int>(std::lround(stage_area_in_canvas.y)) - height_;
    const std::string format = animation_format(film_path);
    std::error_code error;
    base::throw_if_error(film_path_error(film_path));
    if (format.empty())
    {
        fs::create_directories(base::path_from_utf8(film_path), error);
        if (error) throw_not_filmed(film_path, std::string{folder_remedy});
        return;
    }
    if (animation_file_.emplace(base::path_from_utf8(film_path)).has_failed())
        base::throw_if_error(animation_file_->finish());
    ffmpeg_process_.emplace(ffmpeg_name, ffmpeg_arguments(animation_file_->staging_path(), format, width_, height_));
}

void FilmWriter::capture_due_frames(Nanos now)
{
    if (frame_count_ == 0) first_frame_time_ = now;
    constexpr Nanos frame_period{1'000'000'000 / frames_per_s};
    const std::int64_t due_frame_count = (now - first_frame_time_) / frame_period + 1 - frame_count_;
    if (due_frame_count <= 0) return;
    const std::vector<unsigned char> pixels = read_pixels(left_, bottom_, width_, height_);
    // Encoding the PNG for each film frame would delay the next frames.
    const std::string png = ffmpeg_process_ ? "" : encoded_png(width_, height_, pixels);
    for (const std::int64_t end = frame_count_ + due_frame_count; frame_count_ < end; ++frame_count_)
        if (ffmpeg_process_)
            ffmpeg_process_->write_to_stdin(pixels);
        else
            base::throw_if_error(save_file(fmt::format("{}/frame-{:05}.png", path_, frame_count_ + 1), png));
}

void FilmWriter::finish()
{
    if (!ffmpeg_process_) return;
    const base::JoiningChildProcess::ExitReport ffmpeg = ffmpeg_process_->await_exit();
    ffmpeg_process_.reset();
    if (const auto first_line = ffmpeg.stderr_text.substr(0, ffmpeg.stderr_text.find('\n')); !ffmpeg.succeeded)
        throw_not_filmed(path_, "ffmpeg failed: " +
                                    (first_line.empty()
                                         ? "another program ended it"
                                         : base::printable_excerpt(first_line, 2 * base::max_shown_characters)));
    std::error_code error;
    const fs::path written_path = animation_file_->staging_path();
    if (fs::is_regular_file(written_path, error) && fs::file_size(written_path, error) == 0)
        throw_not_filmed(path_, "ffmpeg wrote nothing");
    base::throw_if_error(animation_file_->finish());
}

} // namespace demo
