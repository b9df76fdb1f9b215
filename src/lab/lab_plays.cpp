// What the laboratory does for replays: begins the live loop anew, lets a recorder see its steps, and shows a replay.
#include "lab/lab.hpp"

namespace lab
{

void Lab::receive(std::unique_ptr<ReplayPlayer> player)
{
    over_         = true;
    player_       = std::move(player);
    settings.mode = Mode::replay;
    if (std::holds_alternative<ReplayStage>(stage_))
        stage_.emplace<ReplayStage>(*player_); // the previous player is gone
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
