#include "app/demo.hpp"

#include "app/screenshot.hpp"
#include "lab/text.hpp"
#include "machine/live_pc.hpp"
#include "machine/virtual_pc.hpp"
#include "telemetry/csv.hpp"
#include "view/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace app
{

namespace
{

using timestep::Nanos;

constexpr Nanos notice_time{4'000'000'000};
constexpr Nanos measuring_time{1'000'000'000};

std::unique_ptr<machine::Pc> make_pc(const Options& options, machine::Clock& clock)
{
    const lab::Settings& s = options.settings;
    if (options.virtual_clock) return std::make_unique<machine::VirtualPc>(s.machine, s.seed);
    return std::make_unique<machine::LivePc>(clock, s.seed);
}

std::optional<TextFile> make_telemetry(const std::string& path)
{
    if (path.empty()) return std::nullopt;
    std::optional<TextFile> file{TextFile{path}};
    file->write(telemetry::csv_header);
    return file;
}

} // namespace

Demo::Demo(const Options& options)
    : options_{options}
    , telemetry_{make_telemetry(options.telemetry)}
    , keeper_{options.remembered, options.kept}
    , window_{{options.width, options.height, options.headless, options.frames > 0 && !options.screenshot.empty()}}
    , lab_{options.settings, make_pc(options, clock_)}
{
    if (!options.capture.empty()) lab_.play(load_playback(options.capture, options.capture_end));
    if (!options.drive.empty()) lab_.drive(load_drive(options.drive, options.settings));
    if (!options.record.empty()) lab_.record(true);
    was_recording_ = lab_.recording();
    toggle_film_   = !options_.film.empty();
    lab_.progress  = options.progress;
    if (options.tour) lab_.start_tour();
    if (!options.notice.empty())
    {
        fmt::print(stderr, "timestep_demo: {}\n", options.notice);
        say(options.notice, 3 * notice_time);
    }
}

void Demo::say(std::string notice, Nanos duration)
{
    notice_       = std::move(notice);
    notice_until_ = lab_.pc().time() + duration;
}

void Demo::run()
{
    while (goes_on()) frame();
    finish();
}

void Demo::run_for(timestep::Nanos duration)
{
    while (lab_.pc().time() + lab_.pc().elapsed() < duration) frame();
    last_ = true;
    frame();
    finish();
}

bool Demo::goes_on() const
{
    const bool recording_ended = options_.headless && lab_.playback() != nullptr && lab_.playback()->ended();
    return window_.open() && !recording_ended && (options_.frames == 0 || frame_ < options_.frames);
}

// The whole loop of the demo; lab_.advance() is where the loops of the articles run.
void Demo::frame()
{
    const view::Rect stage =
        ui::stage_area(lab_.settings, static_cast<float>(window_.width()), static_cast<float>(window_.height()));
    window_.poll(lab_, stage);
    follow(lab_.follow_drive());
    const std::size_t fresh = lab_.advance();
    keep_telemetry(fresh);
    sound(fresh);
    if (wants_picture())
    {
        draw();
        take_screenshots();
        present();
    }
    end_frame();
    ++frame_;
}

void Demo::follow(const lab::WindowRequests& requests)
{
    if (requests.full_screen) window_.toggle_full_screen();
    if (requests.quit) window_.close();
    any_screenshot_    = any_screenshot_ || requests.screenshot;
    toggle_film_       = toggle_film_ || requests.film;
    wanted_screenshot_ = requests.screenshot_file;
}

void Demo::draw_lanes(const view::Rect& stage)
{
    const auto areas = ui::lane_areas(stage, lab_);
    traces_.resize(areas.size());
    pictures_used_ = 0;
    for (std::size_t i = 0; i < areas.size(); ++i)
    {
        const lab::Screen screen = lab_.on_screen(i);
        for (const lab::Moment& moment : screen.arrived) traces_[i].see(lab_.lane(i), moment);
        draw_screen(i, screen, areas[i]);
    }
}

// Where pictures tear, each has a band of the lane's screen from its own top to the next one's.
void Demo::draw_screen(std::size_t lane, const lab::Screen& screen, const view::Rect& points)
{
    const lab::Settings& s = lab_.settings;
    const float ratio      = window_.pixel_ratio();
    const float scale      = ratio * window_.scale(s.view); // what words need, shapes need too
    const auto* setup      = lab_.setup(lane);
    const auto colour      = view::loop_colour((setup != nullptr ? setup->settings : s).loop.preset);
    const view::Rect area{points.x * ratio, points.y * ratio, points.w * ratio, points.h * ratio};
    for (std::size_t i = 0; i < screen.parts.size(); ++i)
    {
        const auto top    = static_cast<float>(screen.parts[i].top);
        const bool last   = i + 1 == screen.parts.size();
        const auto bottom = last ? 1.0F : static_cast<float>(screen.parts[i + 1].top);
        const view::Rect band{area.x, area.y + top * area.h, area.w, (bottom - top) * area.h};
        if (pictures_used_ == pictures_.size()) pictures_.emplace_back();
        view::Picture& picture = pictures_[pictures_used_++];
        view::draw_stage(picture, lab_.lane(lane), screen.parts[i].moment, traces_[lane], s.view, area,
                         {view::theme(s.view.light), colour, scale}, &band);
        renderer_.draw(picture);
    }
}

void Demo::draw()
{
    const lab::Settings& s = lab_.settings;
    const view::Rect stage =
        ui::stage_area(s, static_cast<float>(window_.width()), static_cast<float>(window_.height()));
    renderer_.clear(window_.canvas_width(), window_.canvas_height(), view::theme(s.view.light).ground);
    draw_lanes(stage);

    window_.obey_scale(s.view);
    window_.begin_ui(timestep::to_seconds(lab_.pc().time() - std::exchange(drawn_at_, lab_.pc().time())));
    widgets_.clear();
    if (lab_.pc().time() > notice_until_) notice_.clear();
    for (std::size_t i = 0; i < pictures_used_; ++i) ui::write_labels(pictures_[i], window_.pixel_ratio());
    ui::Requests requests = ui::draw(lab_, stage, notice_, widgets_);
    if (!requests.notice.empty()) say(std::move(requests.notice), notice_time);
    any_screenshot_ = any_screenshot_ || requests.screenshot;
    toggle_film_    = toggle_film_ || requests.film;
    if (requests.full_screen) window_.toggle_full_screen();
    window_.end_ui();
    film(stage);
    if (requests.picture) save_picture(*requests.picture);
}

void Demo::keep_telemetry(std::size_t fresh)
{
    if (!telemetry_) return;
    const auto& samples = lab_.lane().samples();
    for (std::size_t i = samples.size() - fresh; i < samples.size(); ++i)
        telemetry_->write(telemetry::csv_row(samples[i], lab::event_names(samples[i].events)));
}

// In a race frames are heard as far apart as they are watched, and only so many of one frame of the window.
void Demo::sound(std::size_t fresh)
{
    constexpr std::size_t most_heard = 12;

    bool& wanted = lab_.settings.view.sound;
    if (std::string failure = sound_.turn(wanted); !failure.empty())
    {
        wanted = false;
        say(std::move(failure), notice_time);
    }
    const lab::Tempo tempo{.speed = lab_.settings.race.speed};
    const auto& samples     = lab_.lane().samples();
    const std::size_t first = samples.size() - std::min(fresh, most_heard);
    for (std::size_t i = first; i < samples.size(); ++i)
        sound_.hear(samples[i], tempo.watched_time(samples[i].wall - samples[first].wall));
}

// Of the stage alone, with the words on it.
void Demo::film(const view::Rect& stage)
{
    toggle_film_ = window_.take_film_request() || toggle_film_;
    try
    {
        if (std::exchange(toggle_film_, false)) film_ ? end_film() : begin_film(film_name(), stage);
        if (film_ && film_size_ != std::pair{stage.w, stage.h}) end_film();
        if (film_) film_->look(lab_.pc().time());
    }
    catch (const std::runtime_error& e)
    {
        film_.reset();
        if (!options_.film.empty()) throw;
        say(e.what(), notice_time);
    }
}

void Demo::begin_film(const std::string& path, const view::Rect& stage)
{
    const float r = window_.pixel_ratio();
    film_size_    = {stage.w, stage.h};
    film_.emplace(path, view::Rect{stage.x * r, stage.y * r, stage.w * r, stage.h * r}, window_.canvas_height());
    say(has_ffmpeg() ? fmt::format("filming to {}; F10 ends it", path)
                     : fmt::format("filming to the folder {}, as there is no ffmpeg; F10 ends it", path),
        notice_time);
}

// The one that was asked for at the start, then names of our own.
std::string Demo::film_name()
{
    return options_.film.empty() || std::exchange(filmed_, true) ? free_film_name() : options_.film;
}

void Demo::end_film()
{
    film_->finish();
    say(fmt::format("saved {} pictures to {}", film_->pictures(), film_->path()), notice_time);
    film_.reset();
}

void Demo::save_picture(const ui::PictureFile& picture)
{
    const bool png          = picture.svg.empty();
    const std::string path  = free_picture_name(picture.stem, png ? "png" : "svg");
    const float ratio       = window_.pixel_ratio();
    const view::Rect& a     = picture.area;
    const std::string error = png ? save_screenshot(path, window_.canvas_width(), window_.canvas_height(),
                                                    {a.x * ratio, a.y * ratio, a.w * ratio, a.h * ratio})
                                  : save_text(path, picture.svg);
    say(error.empty() ? fmt::format("saved {}", path) : error, notice_time);
}

void Demo::take_screenshots()
{
    any_screenshot_ = window_.take_screenshot_request() || any_screenshot_;
    if ((last_ || frame_ + 1 == options_.frames) && !options_.screenshot.empty())
    {
        any_screenshot_    = true;
        wanted_screenshot_ = options_.screenshot;
    }
    if (!std::exchange(any_screenshot_, false)) return;
    const std::string path =
        wanted_screenshot_.empty() ? free_screenshot_name() : std::exchange(wanted_screenshot_, {});
    const std::string error = save_screenshot(path, window_.canvas_width(), window_.canvas_height());
    if (!error.empty() && options_.headless) throw std::runtime_error(error);
    say(error.empty() ? fmt::format("saved {}", path) : error, notice_time);
}

void Demo::present()
{
    if (window_.obey_vsync(lab_)) // what was presented before says nothing about it
    {
        lab_.display.settled = false;
        measured_frames_     = 0;
    }
    if (const unsigned error = render::error(); error != 0)
        throw std::runtime_error(fmt::format("OpenGL error 0x{:04x} in frame {}; please report it", error, frame_));
    window_.present();
    measure_display();
}

void Demo::end_frame()
{
    keep_recording();
    keep_preferences();
    if (!options_.report_widgets.empty() && frame_ % 5 == 0) save_widgets(options_.report_widgets, widgets_, frame_);
    lab_.lose_time();
    idle();
}

// Live, the loop's pacer decides whether the newest frame is shown; but a picture that somebody asked for is drawn, and
// the lanes of a race have displays of their own.
bool Demo::wants_picture() const
{
    const bool live = lab_.settings.mode == lab::Mode::live;
    return !live || lab_.lane().renders() || frame_ == 0 || last_ || any_screenshot_ || frame_ + 1 == options_.frames;
}

// Nobody is looking, or nobody is working with it: keep the time, give the core away.
void Demo::idle()
{
    constexpr Nanos hidden_frame{50'000'000};
    constexpr Nanos unfocused_frame{16'000'000};
    if (options_.virtual_clock || lab_.playback() != nullptr || (!window_.hidden() && window_.focused())) return;
    const Nanos left = (window_.hidden() ? hidden_frame : unfocused_frame) - lab_.pc().elapsed();
    if (left > Nanos::zero()) clock_.sleep_until(clock_.now() + left);
}

void Demo::measure_display()
{
    const Nanos now = lab_.pc().time() + lab_.pc().elapsed();
    if (measured_frames_++ == 0) measured_since_ = now;
    if (now - measured_since_ < measuring_time) return;
    lab_.display.measured_hz = static_cast<double>(measured_frames_ - 1) / timestep::to_seconds(now - measured_since_);
    lab_.display.settled     = true;
    measured_since_          = now;
    measured_frames_         = 1;
}

// The key that stops a recording saves it; --record saves its own at the end.
void Demo::keep_recording()
{
    if (std::exchange(was_recording_, lab_.recording()) && !lab_.recording() && !lab_.recorded().empty())
    {
        const std::string path = options_.record.empty() ? free_recording_name() : options_.record;
        save_recording(path, lab_.recorded());
        say(fmt::format("saved {} frames to {}", lab_.recorded().size(), path), notice_time);
    }
}

lab::Preferences Demo::preferences() const
{
    lab::Preferences now{.settings = lab_.settings, .progress = lab_.progress};
    if (!window_.has_size_of_its_own()) return now.width = options_.width, now.height = options_.height, now;
    now.width  = window_.width();
    now.height = window_.height();
    return now;
}

void Demo::keep_preferences()
{
    const Nanos now = lab_.pc().time();
    if (!keeper_.due(now)) return;
    if (std::string failure = keeper_.keep(preferences(), now); !failure.empty()) say(std::move(failure), notice_time);
}

void Demo::finish()
{
    if (const std::string failure = keeper_.finish(preferences()); !failure.empty())
        fmt::print(stderr, "timestep_demo: {}\n", failure);
    if (lab_.recording())
    {
        lab_.record(false);
        keep_recording();
    }
    if (film_) end_film();
    if (telemetry_) telemetry_->close();
    if (!options_.report_widgets.empty()) save_widgets(options_.report_widgets, widgets_, frame_);
}

} // namespace app
