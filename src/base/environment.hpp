// base/environment.hpp -- the environment variables of this process
#pragma once

#include <cstdlib>
#include <string>

namespace base
{

/// The value of an environment variable; `default_value` if it is empty or not set.
inline std::string environment_variable(const char* name, const std::string& default_value = "")
{
    const char* const value = std::getenv(name);
    return value == nullptr || *value == '\0' ? default_value : value;
}

} // namespace base
