// The formulas of Docs/Adjustments.md for the graphics processor.

export const vertexShader = `
attribute vec2 corner;
varying vec2 place;
void main() {
  place = vec2(corner.x, 1.0 - corner.y);
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`;

export const fragmentShader = `
precision highp float;
varying vec2 place;
uniform sampler2D picture;
uniform mat3 projection;
uniform vec3 gains;
uniform vec4 tone;
uniform float contrast;
uniform mat3 mixing;
uniform vec4 look;
/* A pixel of the result as fractions of it, and the blur's deviation in such pixels. */
uniform vec2 pixel;
uniform float blur;
const vec3 weights = vec3(0.2126, 0.7152, 0.0722);

vec3 sampled(vec2 at) {
  vec3 point = projection * vec3(at, 1.0);
  return texture2D(picture, point.xy / point.z).rgb;
}

vec3 light(vec3 v) { return mix(v / 12.92, pow((v + 0.055) / 1.055, vec3(2.4)), step(0.04045, v)); }
vec3 value(vec3 l) { return mix(l * 12.92, 1.055 * pow(max(l, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, l)); }

void main() {
  vec3 x = sampled(place);
  if (look.w > 0.0) {
    // Nine points and their weights have the moments of a Gaussian, up to the fifth (Gauss and Hermite's rule).
    vec2 far = 1.7320508 * blur * pixel;
    float sum = 0.0;
    for (int i = -1; i <= 1; i++) {
      for (int j = -1; j <= 1; j++) {
        float weight = (i == 0 ? 0.6666667 : 0.1666667) * (j == 0 ? 0.6666667 : 0.1666667);
        sum += weight * dot(weights, i == 0 && j == 0 ? x : sampled(place + vec2(float(i), float(j)) * far));
      }
    }
    x = clamp(x + look.w * (dot(weights, x) - sum), 0.0, 1.0);
  }
  x = clamp(value(light(x) * gains), 0.0, 1.0);
  x = clamp((x - tone.x) / (1.0 - tone.x), 0.0, 1.0);
  x += tone.y * x * (1.0 - x) * (1.0 - x);
  x += tone.z * x * (1.0 - x) * (1.0 - x) * (1.0 - x);
  x += tone.w * (1.0 - x) * x * x * x;
  x = clamp(x + contrast * x * (1.0 - x) * (2.0 * x - 1.0), 0.0, 1.0);
  x = clamp(mixing * x, 0.0, 1.0);
  x += look.x * x * (1.0 - x) * (2.0 * x - 1.0);
  x = look.y + x * (1.0 - look.y);
  vec2 away = place * 2.0 - 1.0;
  float corner = dot(away, away) * 0.5;
  gl_FragColor = vec4(clamp(x * (1.0 - look.z * corner * corner), 0.0, 1.0), 1.0);
}`;
