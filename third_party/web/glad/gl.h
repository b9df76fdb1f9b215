/* For the browser: OpenGL ES 3.0 (WebGL 2) under the name of the header that glad generates on other systems. */
#pragma once

#include <GLES3/gl3.h>
