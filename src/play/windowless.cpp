#include "play/windowless.hpp"

#include "lab/standstill.hpp"

#include <algorithm>
#include <utility>

namespace play
{

void run_for(lab::Lab& lab, timestep::Nanos length, const std::function<void()>& each)
{
    const auto quits = [](const lab::Request& request) { return std::holds_alternative<lab::request::Quit>(request); };
    lab::Standstill standstill;
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

} // namespace play
