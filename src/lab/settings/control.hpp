#include "lab/settings/controls.hpp"
