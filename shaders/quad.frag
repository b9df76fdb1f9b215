// The pixels of a convex quad (quad.vert), with smooth edges.
in vec4 inside;
flat in vec4 quad_colour;

out vec4 pixel;

void main()
{
    float distance = min(min(inside.x, inside.y), min(inside.z, inside.w));
    pixel = vec4(quad_colour.rgb, quad_colour.a * clamp(0.5 + distance, 0.0, 1.0));
}
