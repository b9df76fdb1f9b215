#include "lab/stage/replay_stage.hpp"

#include "lab/stage/live_frame.hpp"

namespace lab
{

bool ReplayStage::takes(const Key& key, Desk& desk)
{
    if (key.action != Action::what_if) return false;
    player_->fork(desk);
    return true;
}

Screen ReplayStage::on_screen(std::size_t lane) { return newest_screen(player_->lanes()[lane].lane()); }

} // namespace lab
