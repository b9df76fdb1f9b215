#include "lab/guest.hpp"

#include "lab/live_frame.hpp"

namespace lab
{

Screen Visit::on_screen(std::size_t lane) { return newest_screen(guest_->lanes()[lane].lane()); }

} // namespace lab
