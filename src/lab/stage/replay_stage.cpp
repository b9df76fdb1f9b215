#include "lab/stage/replay_stage.hpp"

#include "lab/stage/live_frame.hpp"

namespace lab
{

Screen ReplayStage::on_screen(std::size_t lane) { return newest_screen(player_->lanes()[lane].lane()); }

} // namespace lab
