// programs/demo/window/film.hpp -- the stage as an animated picture: a GIF or WebP through ffmpeg, or PNG files in a
// folder
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

/// Where a film goes: "name.gif" and "name.webp" are made by ffmpeg; any other name is a folder of PNG files.
class Film
{
public:
    static constexpr int rate = 30; ///< pictures a second

    /// Of the part `stage` of the canvas, in pixels. Throws std::runtime_error with one line when it cannot be made.
    Film(const std::string& path, const draw::Rect& stage, int canvas_height);
    Film(const Film&)            = delete;
    Film& operator=(const Film&) = delete;

    /// Takes a picture of what was drawn since the last present, if one is due at `now`.
    void look(Nanos now);
    /// Ends it: the file is there, whole, once this returns. Throws std::runtime_error with one line when it is not.
    void finish();

    const std::string& path() const { return path_; }
    std::int64_t pictures() const { return pictures_; }

private:
    void write_png(const std::vector<unsigned char>& pixels) const;

    std::string path_;
    std::optional<base::WholeFile> file_; ///< what ffmpeg writes; nothing for a folder
    int x_ = 0, y_ = 0, width_ = 0, height_ = 0;
    std::optional<base::ChildProcess> ffmpeg_;
    std::int64_t pictures_ = 0;
    Nanos first_{};
};

/// Whether ffmpeg can be started.
bool has_ffmpeg();
/// "film-1.gif", or the first such name that is free in the current folder; a folder's name where there is no ffmpeg.
std::string free_film_name();

} // namespace demo
