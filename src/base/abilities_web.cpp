#include "base/abilities.hpp"

namespace base
{

const Missing missing{
    .sleep = "A page cannot sleep: this wait keeps the core busy.",
    .vsync = "The browser shows each picture at the next refresh of the display.",
    .film  = "A page cannot film; the desktop program can.",
};

} // namespace base
