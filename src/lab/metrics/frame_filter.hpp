#include "lab/metrics/scoreboard.hpp"
