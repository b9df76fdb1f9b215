#pragma once

#include "telemetry/metrics.hpp"
