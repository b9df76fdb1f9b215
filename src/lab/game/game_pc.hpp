#include "lab/game/session.hpp"
