// Small flat discs, each drawn as one point, which costs half as much as a quad.
layout(location = 0) in vec4 place;  // centre, in pixels
layout(location = 1) in vec4 form;   // z: radius
layout(location = 2) in vec4 colour; // sRGB, straight alpha

uniform vec2 canvas; // pixels

flat out float size;
flat out vec4 dot_colour;

void main()
{
    size = 2.0 * form.z + 2.0;
    dot_colour = colour;
    gl_PointSize = size;
    gl_Position = vec4(place.x / canvas.x * 2.0 - 1.0, 1.0 - place.y / canvas.y * 2.0, 0.0, 1.0);
}
