// What the laboratory does for plays: a live loop that begins anew, somebody who watches it, and who plays it again.
#include "lab/lab.hpp"

namespace lab
{

void Lab::receive(std::unique_ptr<Guest> guest)
{
    over_         = true;
    guest_        = std::move(guest);
    settings.mode = Mode::replay;
    if (std::holds_alternative<Visit>(stage_)) stage_.emplace<Visit>(*guest_); // who was there is gone
}

void Lab::start_over()
{
    settings.mode              = Mode::live;
    settings.race.side_by_side = false;
    settings.view.more         = true; // the first screen has two loops
    anew_ = over_ = true;
}

void Lab::intercept_steps(StepInterceptor* interceptor)
{
    interceptor_ = interceptor;
    if (!anew_) live_.lanes()[0].lane().intercept_steps(interceptor);
}

} // namespace lab
