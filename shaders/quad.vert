// The corners of the bounding box of a convex quad. The distance to an edge is linear, so the distances to the four
// edges are computed at the corners and interpolated exactly.
layout(location = 0) in vec4 first;  // two corners, in pixels
layout(location = 1) in vec4 second; // the other two corners, in pixels; both are the same for a triangle
layout(location = 2) in vec4 colour; // sRGB, straight alpha

uniform vec2 canvas; // pixels

out vec4 inside; // distance to each edge in pixels, positive inside
flat out vec4 quad_colour;

float beside(vec2 from, vec2 to, vec2 at)
{
    vec2 along = to - from;
    float size = length(along);
    return size > 0.0 ? ((at.y - from.y) * along.x - (at.x - from.x) * along.y) / size : 1.0e6;
}

void main()
{
    vec2 a = first.xy;
    vec2 b = first.zw;
    vec2 c = second.xy;
    vec2 d = second.zw;
    vec2 low = min(min(a, b), min(c, d)) - 1.0;
    vec2 high = max(max(a, b), max(c, d)) + 1.0;
    vec2 at = mix(low, high, vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)));
    vec2 ac = c - a;
    vec2 bd = d - b;
    float side = ac.x * bd.y - ac.y * bd.x < 0.0 ? -1.0 : 1.0;
    vec4 distances = vec4(beside(a, b, at), beside(b, c, at), beside(c, d, at), beside(d, a, at));
    inside = mix(side * distances, distances, step(1.0e5, distances));
    quad_colour = colour;
    gl_Position = vec4(at.x / canvas.x * 2.0 - 1.0, 1.0 - at.y / canvas.y * 2.0, 0.0, 1.0);
}
