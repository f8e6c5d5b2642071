/** Finds the angle of the lines of text in a picture. */
import { elementAt, type Grey } from '#server/apply/photos/pixels.ts';

/** Largest tilt in degrees that is searched, on both sides of the horizontal and of the vertical. */
const MAX_TILT = 24;

/** Share of the pixels that count as edges. */
const EDGE_SHARE = 0.1;

interface Edges {
  x: Float32Array;
  y: Float32Array;
  width: number;
  height: number;
}

/**
 * The likely angles of the text, clockwise in degrees: the best one, the same upside down, then both for the other axis. Lines
 * of text concentrate their edges in rows, so at the right angle the rows differ most.
 */
export function likelyTurns(grey: Grey): number[] {
  const edges = edgesOf(grey);
  const lying = bestNear(edges, 0);
  const standing = bestNear(edges, 90);
  const [first, second] = lying.score >= standing.score ? [lying, standing] : [standing, lying];
  return [first.angle, first.angle + 180, second.angle, second.angle + 180];
}

function edgesOf({ width, height, pixels }: Grey): Edges {
  const strength = new Uint16Array(width * height);
  const histogram = new Uint32Array(511);
  for (let row = 1; row + 1 < height; row++) {
    for (let at = row * width + 1; at + 1 < (row + 1) * width; at++) {
      const across = Math.abs(elementAt(pixels, at + 1) - elementAt(pixels, at - 1));
      const down = Math.abs(elementAt(pixels, at + width) - elementAt(pixels, at - width));
      strength[at] = across + down;
      histogram[across + down] = elementAt(histogram, across + down) + 1;
    }
  }
  let left = width * height * EDGE_SHARE;
  let threshold = 510;
  while (threshold > 12 && left > 0) left -= elementAt(histogram, threshold--);
  const found: number[] = [];
  for (let at = 0; at < strength.length; at++) if (elementAt(strength, at) > threshold) found.push(at);
  return {
    x: Float32Array.from(found, (at) => (at % width) - width / 2),
    y: Float32Array.from(found, (at) => Math.floor(at / width) - height / 2),
    width,
    height,
  };
}

function bestNear(edges: Edges, middle: number): { angle: number; score: number } {
  let best = { angle: middle, score: scoreOf(edges, middle) };
  const scan = (from: number, to: number, by: number): void => {
    for (let angle = from; angle <= to; angle += by) {
      const score = scoreOf(edges, angle);
      if (score > best.score) best = { angle, score };
    }
  };
  scan(middle - MAX_TILT, middle + MAX_TILT, 1);
  scan(best.angle - 0.75, best.angle + 0.75, 0.25);
  return best;
}

/** How unevenly the edges are distributed over rows at this angle; 1: evenly. */
function scoreOf({ x, y, width, height }: Edges, degrees: number): number {
  const turn = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const span = Math.abs(width * sin) + Math.abs(height * cos);
  const rows = new Uint32Array(Math.ceil(span) + 2);
  for (let i = 0; i < x.length; i++) {
    const row = Math.round(elementAt(y, i) * cos - elementAt(x, i) * sin + span / 2);
    rows[row] = elementAt(rows, row) + 1;
  }
  let squares = 0;
  for (const count of rows) squares += count * count;
  return x.length === 0 ? 0 : (squares * span) / (x.length * x.length);
}
