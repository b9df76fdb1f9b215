// programs/demo/window/pictures.hpp -- saves the window's canvas: as a PNG file, or as a film of the loops' pictures,
// which is a GIF or WebP file, written by ffmpeg, or a folder of PNG files
#pragma once

#include "base/child_process.hpp"
#include "base/files.hpp"
#include "base/message.hpp"
#include "draw/shapes/picture.hpp"
#include "timestep/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace demo
{

/// Returns the pixels of a frame before the frame is presented: three bytes per pixel (RGB), starting with the top row.
/// `x` and `y` are the lower left corner of the part to read; as in OpenGL, they are measured from the canvas' lower
/// left corner.
std::vector<unsigned char> read_pixels(int x, int y, int width, int height);
/// Saves the canvas as a PNG file; call it before the frame is presented. Writes the whole file or nothing.
base::Error save_screenshot(const std::string& path, int width, int height);
/// Saves the part `part` of the canvas as a PNG file. `part` is in pixels from the upper left corner.
base::Error save_screenshot(const std::string& path, int canvas_width, int canvas_height, const draw::Rect& part);
/// Saves an image as a PNG file. `pixels` contains three bytes per pixel (RGB), starting with the top row.
base::Error save_png(const std::string& path, int width, int height, const std::vector<unsigned char>& pixels);

using timestep::Nanos;

/// Writes a film. If the path ends in .gif or .webp, ffmpeg writes a file. Otherwise the path is a folder for PNG
/// files.
class Film
{
public:
    static constexpr int rate = 30; ///< pictures per second in the film

    /// Begins a film of the part `stage` of the window's canvas, in pixels. Throws std::runtime_error with one line of
    /// text if the file or the folder cannot be created.
    Film(const std::string& path, const draw::Rect& stage, int canvas_height);
    Film(const Film&)            = delete;
    Film& operator=(const Film&) = delete;

    /// Adds the present canvas to the film once for each 1/30 s that has begun since the last call: several times, once
    /// or not at all. `now` is the time on the program's clock. Call it before the canvas is presented.
    void look(Nanos now);
    /// Ends the film; then the file is complete. Throws std::runtime_error with one line of text if it cannot be
    /// written.
    void finish();

    const std::string& path() const { return path_; }
    std::int64_t pictures() const { return pictures_; }

private:
    void write_png(const std::vector<unsigned char>& pixels) const;

    std::string path_;
    std::optional<base::WholeFile> file_; ///< the file that ffmpeg writes; empty if the film is a folder of PNG files
    int x_ = 0, y_ = 0, width_ = 0, height_ = 0;
    std::optional<base::ChildProcess> ffmpeg_;
    std::int64_t pictures_ = 0;
    Nanos first_{};
};

/// Returns the reason why a film cannot be written to `path`. Changes no file.
base::Error error_if_not_filmable(const std::string& path);
/// Returns true if the program ffmpeg can be started.
bool has_ffmpeg();

} // namespace demo
