#include "lab/replay/replay_run.hpp"
