// SPDX-License-Identifier: MIT
// timestep/version.hpp -- the version of the library, a semantic version (semver.org); CHANGELOG.md lists the changes
//
//     #if TIMESTEP_VERSION_NUMBER < 200 // 0.2.0
//     #error "this game needs timestep 0.2 or newer"
//     #endif
#ifndef TIMESTEP_VERSION_HPP
#define TIMESTEP_VERSION_HPP

/// The version as a string, "major.minor.patch". Before 1.0.0, a new minor version may break compatibility.
#define TIMESTEP_VERSION "0.1.0"
/// The version as an integer for `#if`: major * 10000 + minor * 100 + patch.
#define TIMESTEP_VERSION_NUMBER 100
#endif
