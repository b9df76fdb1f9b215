// The corners of a quad around a box, large enough for the box, its outline and its soft edge.
layout(location = 0) in vec4 place;  // centre, half extents, in pixels
layout(location = 1) in vec4 form;   // cos, sin, rounding radius, outline width
layout(location = 2) in vec4 colour; // sRGB, straight alpha
layout(location = 3) in float soft;  // width of the blurred edge

uniform vec2 canvas; // pixels

out vec2 at; // position relative to the centre, in the box's own axes
flat out vec4 box_form;
flat out vec4 box_colour;
flat out float box_soft;

void main()
{
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    at = corner * (place.zw + form.z + (form.w + soft) * 0.5 + 1.0);
    vec2 turned = vec2(form.x * at.x - form.y * at.y, form.y * at.x + form.x * at.y);
    vec2 pixel = place.xy + turned;
    gl_Position = vec4(pixel.x / canvas.x * 2.0 - 1.0, 1.0 - pixel.y / canvas.y * 2.0, 0.0, 1.0);
    box_form = vec4(place.zw, form.zw);
    box_colour = colour;
    box_soft = soft;
}
