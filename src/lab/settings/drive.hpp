#include "lab/settings/actions.hpp"
