// programs/demo/window/captures.hpp -- saves screenshots and films of the window
#pragma once

#include "base/child_process.hpp"
#include "base/files.hpp"
#include "base/message.hpp"
#include "draw/shapes/picture.hpp"
#include "timestep/time.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace demo
{

/// Saves `area`, in pixels from the upper left corner, as PNG. Must be called before the frame is presented.
base::OptionalError save_screenshot(const std::string& path, int canvas_width, int canvas_height,
                                    const draw::Rect& area);

using timestep::Nanos;

/// Writes a film of the window: a GIF or WebP file by ffmpeg, or a folder of PNG files.
class FilmWriter
{
public:
    static constexpr int frames_per_s = 30;

    /// Films `stage_area_in_canvas`, in pixels. Throws std::runtime_error if the file or folder cannot be created.
    FilmWriter(const std::string& film_path, const draw::Rect& stage_area_in_canvas, int canvas_height);

    /// Appends the window's contents once for each film frame (1/30 s) that is due. Must be called before each present.
    void capture_due_frames(Nanos now);
    /// Completes the film's file. Throws std::runtime_error with a one-line message if the file cannot be written.
    void finish();

    const std::string& path() const { return path_; }
    std::int64_t frame_count() const { return frame_count_; }

private:
    std::string path_;
    /// The file that ffmpeg writes; empty if the film is a folder of PNG files.
    std::optional<base::AtomicFileWriter> animation_file_;
    int left_ = 0, bottom_ = 0, width_ = 0,
        height_ = 0; ///< in pixels; `bottom_` is the distance from the canvas's lower edge
    std::optional<base::JoiningChildProcess> ffmpeg_process_;
    std::int64_t frame_count_ = 0;
    Nanos first_frame_time_{};
};

/// The reason why no film can be written to `path`, if any. Leaves all files unchanged.
base::OptionalError film_path_error(const std::string& path);
bool is_ffmpeg_installed();

} // namespace demo
