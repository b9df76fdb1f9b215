#include "scenes/ruined.hpp"

#include "view/playing.hpp"
#include "view/shapes.hpp"

view::Picture picture_of_ruined(std::string_view scene, const std::function<void(physics::AnyState&)>& ruin)
{
    Played played{settings_of(scene), 20};
    ruin(const_cast<physics::AnyState&>(played.lab.lane().presented()));
    view::add_newest_frame(played.trace, played.lab.lane());
    check_sound(played.draw());
    return played.picture;
}
