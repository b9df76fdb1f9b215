// third_party/web/gl_state.hpp -- for the browser: answers Dear ImGui's questions about the state of OpenGL without
// asking
//
// Dear ImGui's OpenGL 3 backend reads the whole state before it draws, and restores it afterwards. In a browser each
// question (gl.getParameter) waits for the process that draws, which takes most of the frame. The demo sets all state
// that it needs before it draws, so the backend may restore the state of a new context instead: the functions below
// return that state. The compiler includes this header before the backend.
#pragma once

#include <GLES3/gl3.h>

namespace web
{

inline void get_state(GLenum name, GLint* value)
{
    switch (name)
    {
    case GL_MAJOR_VERSION: *value = 3; break;
    case GL_ACTIVE_TEXTURE: *value = GL_TEXTURE0; break;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA: *value = GL_ONE; break;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA: *value = GL_FUNC_ADD; break;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX: value[0] = value[1] = value[2] = value[3] = 0; break;
    default: *value = 0; break; // no object is bound, and the destination factors are GL_ZERO
    }
}

inline GLboolean is_enabled(GLenum) { return GL_FALSE; }

} // namespace web

#define glGetIntegerv web::get_state
#define glIsEnabled web::is_enabled
