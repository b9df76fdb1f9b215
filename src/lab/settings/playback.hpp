#include "lab/settings/lane_setup.hpp"
