// The pixels of a small disc (dot.vert), with a smooth edge.
flat in float size;
flat in vec4 dot_colour;

out vec4 pixel;

void main()
{
    float distance = length(gl_PointCoord * size - 0.5 * size) - (0.5 * size - 1.0);
    pixel = vec4(dot_colour.rgb, dot_colour.a * clamp(0.5 - distance, 0.0, 1.0));
}
