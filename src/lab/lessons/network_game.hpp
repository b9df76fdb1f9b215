#include "lab/lessons/lesson_runs.hpp"
