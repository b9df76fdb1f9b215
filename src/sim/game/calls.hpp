#pragma once

#include "sim/game/page.hpp"
