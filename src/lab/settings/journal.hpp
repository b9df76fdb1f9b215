#include "lab/settings/history.hpp"
