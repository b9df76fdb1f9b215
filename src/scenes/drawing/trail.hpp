#pragma once

#include "scenes/drawing/canvas.hpp"
