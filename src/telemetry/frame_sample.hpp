#pragma once

#include "telemetry/frames.hpp"
