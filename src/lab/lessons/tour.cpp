#include "lab/lessons/tour.hpp"

#include "catalogue/presets.hpp"

#include <array>

namespace lab
{

namespace
{

using namespace std::chrono_literals;

constexpr std::array tour_pages{
    Tour::Page{"Two loops, one PC",
               "Top: the \"variable\" loop moves the ball. Bottom: the \"interpolated\" loop does. Both get the same "
               "frame times. The ring shows where the ball should be. Press Next to make the PC slow.",
               "loop.variable", "variable", 0ms},
    Tour::Page{"A slow PC",
               "Every frame now takes 100 ms longer. \"variable\" runs one step per frame, as long as the frame. Such "
               "a step is too long for the spring of the small weight inside the ball: each swing grows until the ball "
               "flies away. \"interpolated\" divides the same frame into short steps. Try the slider.",
               "first.delay", "variable", 100ms},
    Tour::Page{"Slow motion",
               "Every frame takes 100 ms longer, as on a slow PC. \"fixed\" runs one step of 1/60 s in each frame, "
               "however long the frame is. The ball "
               "does not explode, but the game runs at a fraction of its speed.",
               "loop.fixed", "fixed", 100ms},
    Tour::Page{"A different path on every PC",
               "Every frame now takes 20 ms longer. \"semi-fixed\" divides each frame into steps of 1/60 s and one "
               "shorter step for the rest, so the path depends on the frame times: the ball leaves the ring, which "
               "shows the ball's path with steps of 1/60 s only. This path is not wrong, but it differs on every PC.",
               "loop.semi-fixed", "semi-fixed", 20ms, sim::VsyncMode::off},
    Tour::Page{"Stutter",
               "Every frame takes 20 ms longer, as on a slow PC. \"accumulator\" runs one step in most frames and two "
               "in the others: "
               "the speed is right, but the ball jerks. \"interpolated\" runs the same steps and draws the ball "
               "between two states: the motion is even, and one step late.",
               "loop.accumulator", "accumulator", 20ms, sim::VsyncMode::off},
    Tour::Page{"Throw the ball",
               "Hold the left mouse button in a lane: the ball comes to the pointer. Move the mouse and release the "
               "button to throw the ball, at the wall for example. Both lanes get the same throw. A short click only "
               "selects a lane. R starts again.",
               "button.Reset  R", "accumulator", 0ms},
    Tour::Page{
        "Now try it",
        "The keys 1 to 5 choose the loop, H makes one long frame, and the strip below the slider shows how good the "
        "motion is with each frame delay. More (M) opens all loops, plots, races and the lessons (E); F1 lists the "
        "keys. The "
        "button End restores your settings.",
        "button.More  M", "interpolated", 0ms},
};

} // namespace

std::span<const Tour::Page> Tour::pages() { return tour_pages; }

Tour::Tour(Settings& settings_to_overwrite)
    : settings_before_{settings_to_overwrite}
{
    replace_settings_by_page(settings_to_overwrite);
}

bool Tour::turn_page(int page_offset, Settings& settings)
{
    const int new_page_index = static_cast<int>(page_index_) + page_offset;
    if (new_page_index < 0 || new_page_index >= std::ssize(tour_pages)) return false;
    page_index_ = static_cast<std::size_t>(new_page_index);
    replace_settings_by_page(settings);
    return true;
}

// Applies the settings of the tour's current page. In Settings::view, changes only which panels are shown.
void Tour::replace_settings_by_page(Settings& settings) const
{
    const Page& current = page();
    reset_settings(settings);
    settings.lane.seed = settings_before_.lane.seed;
    settings.view.shows_all_panels = false;
    settings.view.shows_panels = true;
    settings.lane.loop.choose_preset(catalogue::id_of(*catalogue::find_preset(current.loop_preset)));
    settings.machine().lag.delay = current.frame_delay;
    settings.machine().vsync = current.vsync;
}

} // namespace lab
