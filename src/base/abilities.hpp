#pragma once

#include "base/console.hpp"
