#include "lab/replay/windowless.hpp"

#include "lab/lane/lane_run.hpp"

#include <algorithm>
#include <utility>

namespace lab
{

void run_for(Lab& lab, timestep::Nanos length, const std::function<void()>& each)
{
    const auto quits = [](const Request& request) { return std::holds_alternative<lab::request::Quit>(request); };
    Standstill standstill;
    while (lab.now() <= length)
    {
        standstill.check(lab.now());
        lab.follow_drive();
        if (std::ranges::any_of(std::exchange(lab.requests, {}), quits)) return;
        lab.begin_frame();
        lab.end_frame();
        if (each) each();
    }
}

} // namespace lab
