#include "programs/version/version.hpp"

#include "commit.hpp"
#include "timestep/version.hpp"

#include <CLI/Version.hpp>
#include <fmt/format.h>
#include <nlohmann/detail/abi_macros.hpp>
#include <toml++/toml.h>

namespace version
{

namespace
{

#if defined(__clang__)
constexpr std::string_view compiler = "clang " __clang_version__;
#else
constexpr std::string_view compiler = "gcc " __VERSION__;
#endif

std::string library_versions_text()
{
    return fmt::format("fmt {}.{}.{}, toml++ {}.{}.{}, CLI11 {}, nlohmann-json {}.{}.{}", FMT_VERSION / 10000,
                       FMT_VERSION / 100 % 100, FMT_VERSION % 100, TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH,
                       CLI11_VERSION, NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                       NLOHMANN_JSON_VERSION_PATCH);
}

} // namespace

std::string version_text(std::string_view program, std::string_view more_libraries)
{
    return fmt::format("{} {}\ncommit {}\ncompiler {}\nlibraries {}{}{}", program, TIMESTEP_VERSION, commit, compiler,
                       library_versions_text(), more_libraries.empty() ? "" : ", ", more_libraries);
}

} // namespace version
