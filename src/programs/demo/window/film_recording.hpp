// programs/demo/window/film_recording.hpp -- films the shown game loops after F10 or with --film
#pragma once

#include "programs/demo/panels/notice.hpp"
#include "programs/demo/window/captures.hpp"
#include "programs/demo/window/lane_pictures.hpp"
#include "programs/demo/window/window.hpp"

#include <functional>
#include <optional>
#include <string>

namespace demo
{

/// Errors appear as notices or, with --film, throw std::runtime_error.
class FilmRecording
{
public:
    FilmRecording(std::string requested_path, const lab::Lab& lab, const Window& window,
                  const LanePictures& lane_pictures, Notice& notice);

    bool is_running() const { return film_.has_value(); }
    void toggle();
    /// Ends the film if the stage has another size.
    void capture_frames();
    /// Does nothing if no film is running.
    void end_film();

private:
    void begin_film();
    /// Runs `action`; ends the film without its file if that throws.
    void run_guarded(const std::function<void()>& action);

    std::string requested_path_;
    const lab::Lab& lab_;
    const Window& window_;
    const LanePictures& lane_pictures_;
    Notice& notice_;
    std::optional<FilmWriter> film_;
    draw::Rect filmed_area_{}; ///< in points
    bool is_requested_film_ = false; ///< true if the newest film is that of --film
};

} // namespace demo
