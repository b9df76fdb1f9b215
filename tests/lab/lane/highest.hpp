// tests/lab/lane/highest.hpp -- the largest value of a control
#pragma once

#include "lab/settings/controls.hpp"

/// Returns the largest value of a number control, or the index of the last choice.
inline double highest(const lab::Control& row)
{
    return row.value_names != nullptr ? static_cast<double>(row.choices().size() - 1) : row.high;
}
