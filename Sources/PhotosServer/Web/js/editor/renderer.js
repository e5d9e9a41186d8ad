// Draws an edit of a reduced picture on the page, fast enough for a slider that moves.
import { colours, projection } from "./adjustments.js";
import { fragmentShader, vertexShader } from "./shader.js";

const transposed = (m) => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];

export class Renderer {
  #gl;
  #places;
  #texture = null;

  /** @returns {Renderer | null} null where the browser has no WebGL 2, whose pictures of any size have smaller copies. */
  static on(canvas) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, preserveDrawingBuffer: true });
    if (!gl) return null;
    try {
      return new Renderer(gl);
    } catch {
      return null;
    }
  }

  constructor(gl) {
    this.#gl = gl;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? "");
    gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
    const corner = gl.getAttribLocation(program, "corner");
    gl.enableVertexAttribArray(corner);
    gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
    this.#places = Object.fromEntries(["projection", "gains", "tone", "contrast", "mixing", "look", "pixel", "blur"]
      .map((name) => [name, gl.getUniformLocation(program, name)]));
  }

  /** The upright picture before the edit, of the original or of what an earlier edit left. */
  use({ bitmap, isWide }) {
    const gl = this.#gl;
    // The formulas are about the picture's own values; these say what its values are.
    if (isWide && "drawingBufferColorSpace" in gl) gl.drawingBufferColorSpace = "display-p3";
    gl.deleteTexture(this.#texture);
    this.#texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, bitmap);
    for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, axis, gl.CLAMP_TO_EDGE);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  }

  /** Draws into the whole canvas, which has the result's shape. `original` is its size. */
  draw(edit, original) {
    const gl = this.#gl;
    const { width, height } = gl.canvas;
    const { gains, tone, contrast, matrix, look } = colours(edit);
    const places = this.#places;
    gl.viewport(0, 0, width, height);
    gl.uniformMatrix3fv(places.projection, false, transposed(projection(edit, original)));
    gl.uniform3fv(places.gains, gains);
    gl.uniform4fv(places.tone, tone);
    gl.uniform1f(places.contrast, contrast);
    gl.uniformMatrix3fv(places.mixing, false, transposed(matrix));
    gl.uniform4fv(places.look, look);
    gl.uniform2f(places.pixel, 1 / width, 1 / height);
    gl.uniform1f(places.blur, 0.0008 * Math.max(width, height));
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }

  close() { this.#gl.getExtension("WEBGL_lose_context")?.loseContext(); }
}
