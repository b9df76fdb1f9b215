// The pixels of a ball that is lit from above left, with the same light as draw::lit_ball_gradient_stops,
// lit_ball_highlight and lit_ball_gradient_radius.
in vec2 at;
flat in vec4 box_form; // z: radius
flat in vec4 box_colour;

out vec4 pixel;

void main()
{
    float t = length(at / box_form.z - vec2(-0.30, -0.36)) / 1.47;
    float white = t < 0.3 ? mix(0.75, 0.16, t / 0.3) : max(0.0, mix(0.16, 0.0, (t - 0.3) / 0.25));
    float black = clamp((t - 0.55) / 0.45, 0.0, 1.0) * 0.5;
    float coverage = clamp(0.5 + box_form.z - length(at), 0.0, 1.0);
    pixel = vec4(mix(mix(box_colour.rgb, vec3(1.0), white), vec3(0.0), black), box_colour.a * coverage);
}
