#pragma once

#include "sim/machine/settings.hpp"
