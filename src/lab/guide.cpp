// What leads somebody through the laboratory: the tour, the way from the first screen to all of it and back, what an
// lesson ends with.
#include "lab/guide.hpp"

#include "lab/control_text.hpp"
#include "lab/controls.hpp"

namespace lab
{

namespace
{
// That the ball passes the wall is another story than the tour's cards tell.
void let_wall_hold(Settings& settings, bool holds)
{
    if (auto* scene = std::get_if<physics::SpringAndBall>(&settings.scene)) scene->knobs.swept = holds;
}
} // namespace

void Lab::start_tour()
{
    forget(settings);
    let_wall_hold(settings, true);
    live_.start_tour();
}

// Who sees all of it for the first time is shown around.
void Lab::unfold(bool more)
{
    settings.view.more = more;
    if (more && !progress.tour_done) start_tour();
}

void Lab::show_stutter()
{
    const auto place = [](std::string_view name)
    { return static_cast<std::size_t>(timestep::find_preset(name) - timestep::all_presets.data()); };
    settings.scene         = *physics::make_scene("uniform-motion");
    settings.machine.lag   = {};
    settings.machine.vsync = machine::Vsync::on;
    choose_loop(settings, place("accumulator"));
    assign(settings, *find_control(settings, "loop.hz"), "50");
    settings.race.loops        = {place("accumulator"), place("interpolated")};
    settings.race.side_by_side = true;
    settings.mode              = Mode::live;
}

void Lab::skip_tour()
{
    if (tour() != nullptr) let_wall_hold(settings, false);
    live_.end_tour();
    progress.tour_done = true;
}

// A lesson is over: the stage stands still where it shows best what came out, and the dock proves it.
void Lab::stand_as(const Proof& proof)
{
    settings.race.selected = proof.lane;
    if (proof.dock) settings.view.dock = *proof.dock;
    settings.view.plots |= proof.plots;
    if (proof.at) freeze(*proof.at);
}

// On a clock that begins anew.
void Lab::try_it()
{
    if (frozen_) go_on();
    lesson()->try_it();
    judge_.clear();
    settings.view.time.to.reset();
}

bool stands_at_proof(const Lab& lab)
{
    const LessonStage* lesson = lab.lesson();
    return lesson != nullptr && lesson->phase() == LessonStage::Phase::revealed && lab.frozen() &&
           lab.frozen() == lesson->lesson().proof.at;
}

} // namespace lab
