#include "draw/gl/dialect.hpp"

#include "draw/gl/gl.hpp"

#include <vector>

namespace draw
{

ContextKind context_kind() { return {3, 0, true}; }

bool load_functions(LoadedFunction (*)(const char*)) { return true; } // the browser has loaded them

const char* version_line() { return "#version 300 es"; }

void enable_point_size() {} // it always does

namespace
{
std::vector<std::byte> written; // WebGL cannot map a buffer: the bytes are copied from here
GLintptr written_to = 0;
} // namespace

void* begin_writing(std::ptrdiff_t offset, std::ptrdiff_t size)
{
    written.resize(static_cast<std::size_t>(size));
    written_to = offset;
    return written.data();
}

bool finish_writing()
{
    glBufferSubData(GL_ARRAY_BUFFER, written_to, static_cast<GLsizeiptr>(written.size()), written.data());
    return true;
}

unsigned error() { return 0; }

} // namespace draw
