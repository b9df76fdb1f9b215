#include "lab/replay/replay.hpp"
