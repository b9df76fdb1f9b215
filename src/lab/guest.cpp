#include "lab/guest.hpp"

#include "lab/fed.hpp"

namespace lab
{

Screen Visit::on_screen(std::size_t lane) { return fed_screen(guest_->lanes()[lane].lane()); }

} // namespace lab
