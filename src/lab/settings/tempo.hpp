#include "lab/settings/settings.hpp"
