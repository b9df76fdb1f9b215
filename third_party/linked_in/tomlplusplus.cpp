// toml++, whose headers contain all of its code. Debian has it compiled only as a shared library.
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
