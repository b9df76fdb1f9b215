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

/// Saves a part of the canvas, in pixels from its upper left corner, as a PNG file: the whole file or nothing. Call it
/// before the frame is presented.
base::Error save_screenshot(const std::string& path, int canvas_width, int canvas_height, const draw::Rect& part);

using timestep::Nanos;

/// A GIF or WebP file, which ffmpeg writes, or a folder of PNG files.
class Film
{
public:
    static constexpr int pictures_per_s = 30;

    /// `stage` is in pixels. Throws std::runtime_error with one line if the file or the folder cannot be created.
    Film(const std::string& path, const draw::Rect& stage, int canvas_height);
    Film(const Film&)            = delete;
    Film& operator=(const Film&) = delete;

    /// Adds the canvas, before it is presented, once for each 1/30 s that has begun since the last call.
    void add_frame(Nanos now);
    /// Completes the file. Throws std::runtime_error with one line if it cannot be written.
    void finish();

    const std::string& path() const { return path_; }
    std::int64_t picture_count() const { return picture_count_; }

private:
    void write_png(const std::vector<unsigned char>& pixels) const;

    std::string path_;
    std::optional<base::WholeFile>
        film_file_; ///< the file that ffmpeg writes; empty if the film is a folder of PNG files
    int x_ = 0, y_ = 0, width_ = 0, height_ = 0;
    std::optional<base::PipedProgram> ffmpeg_;
    std::int64_t picture_count_ = 0;
    Nanos start_time_{};
};

/// The reason why a film cannot be written to `path`. Changes no file.
base::Error error_if_not_filmable(const std::string& path);
bool has_ffmpeg();

} // namespace demo
