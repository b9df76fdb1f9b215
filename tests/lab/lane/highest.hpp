// tests/lab/lane/highest.hpp -- where a control ends
#pragma once

#include "lab/settings/control.hpp"

/// Of a number, or the last of the names.
inline double highest(const lab::Control& row)
{
    return row.names != nullptr ? static_cast<double>(row.choices().size() - 1) : row.high;
}
