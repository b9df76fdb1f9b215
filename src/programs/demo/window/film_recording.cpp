#include "programs/demo/window/film_recording.hpp"

#include "base/message.hpp"
#include "base/unsupported_reasons.hpp"
#include "programs/demo/window/demo_files.hpp"

#include <stdexcept>
#include <utility>

namespace demo
{

FilmRecording::FilmRecording(std::string requested_path, const lab::Lab& lab, const Window& window,
                             const LanePictures& lane_pictures, Notice& notice)
    : requested_path_{std::move(requested_path)}
    , lab_{lab}
    , window_{window}
    , lane_pictures_{lane_pictures}
    , notice_{notice}
{
}

void FilmRecording::toggle()
{
    if (base::unsupported_reasons.film != nullptr)
        notice_.show(base::unsupported_reasons.film);
    else if (film_)
        run_guarded([this] { end_film(); });
    else
        run_guarded([this] { begin_film(); });
}

void FilmRecording::capture_frames()
{
    run_guarded(
        [this]
        {
            const draw::Rect stage_area = lane_pictures_.stage_area();
            const bool is_resized = stage_area.w != filmed_area_.w || stage_area.h != filmed_area_.h;
            if (is_resized) end_film();
            if (film_) film_->capture_due_frames(lab_.this_pc.pc().frame_start_time());
        });
}

void FilmRecording::end_film()
{
    if (!film_) return;
    film_->finish();
    notice_.show_saved(base::message("saved {} frames to {}", film_->frame_count(), file_location(film_->path())),
                       film_->path());
    film_.reset();
}

void FilmRecording::begin_film()
{
    is_requested_film_ = !requested_path_.empty();
    const std::string path = is_requested_film_ ? std::exchange(requested_path_, "")
                                                : unused_file_name("film", is_ffmpeg_installed() ? "gif" : "");
    filmed_area_ = lane_pictures_.stage_area();
    film_.emplace(path, window_.to_pixels(filmed_area_), window_.canvas_height());
    notice_.show(is_ffmpeg_installed() ? base::message("filming to {}; F10 ends it", file_location(path))
                                       : base::message("filming to the folder {}, as there is no ffmpeg; F10 ends it",
                                                       file_location(path)));
}

void FilmRecording::run_guarded(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const std::runtime_error& e)
    {
        film_.reset();
        if (is_requested_film_) throw; // the exit code must show that --film failed
        notice_.show(e.what());
    }
}

} // namespace demo
