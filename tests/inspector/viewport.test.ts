/** The camera over a chart, when the window around it changes its size. */
import { describe, expect, it } from 'vitest';
import { firstCamera, middleOf, nextCamera, visiblePart, type Camera, type Room } from '#src/inspector/chart/viewport.ts';

const layout = { width: 2900, height: 1900, boxes: {}, arrows: {}, side: 2900 };
const small: Room = { width: 620, height: 560 };
const large: Room = { width: 1400, height: 820 };

const resized = (camera: Camera, before: Room, room: Room): Camera => nextCamera(camera, { type: 'resized', before, room });

describe('window of the chart, resized', () => {
  it('whole chart shown: it fills the larger window and the smaller one again', () => {
    const whole = nextCamera(firstCamera, { type: 'whole.shown', layout, room: small });
    const grown = resized(whole, small, large);
    expect(grown).toEqual(nextCamera(firstCamera, { type: 'whole.shown', layout, room: large }));
    expect(grown.scale).toBeGreaterThan(whole.scale);
    expect(resized(grown, large, small)).toEqual(whole);
  });

  it.each([
    ['moved', { type: 'moved', by: { x: 80, y: -40 } }],
    ['zoomed', { type: 'zoomed', factor: 1.7, at: { x: 10, y: 500 } }],
    ['looked at a state', { type: 'looked', rect: { x: 900, y: 300, width: 120, height: 40 }, room: small }],
  ] as const)('chart %s by a person: the middle stays the middle, at the same scale', (_, event) => {
    const whole = nextCamera(firstCamera, { type: 'whole.shown', layout, room: small });
    const camera = nextCamera(whole, event);
    const after = resized(camera, small, large);
    expect(after.scale).toBe(camera.scale);
    expect(middleOf(after, large).x).toBeCloseTo(middleOf(camera, small).x, 6);
    expect(middleOf(after, large).y).toBeCloseTo(middleOf(camera, small).y, 6);
    expect(visiblePart(after, large).width).toBeGreaterThan(visiblePart(camera, small).width);
  });

  it('journey followed: it is still followed', () => {
    const camera = nextCamera(firstCamera, { type: 'followed', rect: { x: 900, y: 300, width: 120, height: 40 }, room: small });
    expect(resized(camera, small, large).keeps).toBe('journey');
  });
});
