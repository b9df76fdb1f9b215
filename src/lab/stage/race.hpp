#include "lab/stage/watched_stages.hpp"
