#pragma once

#include "base/message.hpp"
