// tests/export/exporter/check.hpp -- checks a loop in the language of the recipes. The recipes are embedded in the
// program, so only a test can find a mistake in them.
#pragma once

#include "export/exporter/notation.hpp"

namespace exporter
{

/// Checks that a loop is correct enough to be printed in every programming language. Throws std::logic_error for an
/// unknown name, a name with two meanings, a call of an unknown helper function, a change of a constant, and a result
/// that does not get exactly one value.
void check(const Program& program);

} // namespace exporter
