#pragma once

#include "sim/physics/vectors.hpp"
