// programs/demo/window/film.hpp -- films the stage: as a GIF or WebP file made by ffmpeg, or as PNG files in a folder
#pragma once

#include "base/child_process.hpp"
#include "base/output_files.hpp"
#include "draw/shapes/picture.hpp"
#include "timestep/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace demo
{

using timestep::Nanos;

/// Writes a film. A path that ends in .gif or .webp is a file written by ffmpeg; any other path is a folder of PNG
/// files.
class Film
{
public:
    static constexpr int rate = 30; ///< pictures per second

    /// Begins a film of the part `stage` of the canvas, in pixels. Throws std::runtime_error with one line if the file
    /// or folder cannot be created.
    Film(const std::string& path, const draw::Rect& stage, int canvas_height);
    Film(const Film&)            = delete;
    Film& operator=(const Film&) = delete;

    /// Adds the canvas to the film, once for each picture period (1/30 s) that has begun since the last call. `now` is
    /// the time on the demo's clock. Call before the canvas is presented.
    void look(Nanos now);
    /// Ends the film. The complete file exists when this returns. Throws std::runtime_error with one line if it cannot
    /// be written.
    void finish();

    const std::string& path() const { return path_; }
    std::int64_t pictures() const { return pictures_; }

private:
    void write_png(const std::vector<unsigned char>& pixels) const;

    std::string path_;
    std::optional<base::WholeFile> file_; ///< the file that ffmpeg writes; empty for a folder of PNG files
    int x_ = 0, y_ = 0, width_ = 0, height_ = 0;
    std::optional<base::ChildProcess> ffmpeg_;
    std::int64_t pictures_ = 0;
    Nanos first_{};
};

/// Returns true if ffmpeg can be started.
bool has_ffmpeg();
/// Returns "film-1.gif", or the first such name that is free in the current folder. Without ffmpeg it returns "film-1",
/// the name of a folder.
std::string free_film_name();

} // namespace demo
