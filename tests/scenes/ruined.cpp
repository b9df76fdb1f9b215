#include "scenes/ruined.hpp"

#include "views/playing.hpp"
#include "views/shapes.hpp"

#include <functional>

draw::Picture picture_of_ruined(std::string_view scene, const std::function<void(scenes::AnyState&)>& ruin)
{
    Played played{settings_of(scene), 20};
    ruin(const_cast<scenes::AnyState&>(played.lab.lane().presented_state()));
    views::add_newest_frame(played.trace, played.lab.lane());
    check_sound(played.draw());
    return played.picture;
}
