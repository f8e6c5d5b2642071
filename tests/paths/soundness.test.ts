/** Complaints about an unsound projection: one for each step, with the value that the guard reads and the line to add. */
import { expect, it } from 'vitest';
import { differenceComplaints } from './soundness.ts';

const difference = (key: string, step: string, ...values: string[]) => ({ key, step, said: `"${step}" leads to x or to y`, values });

it('guard that reads what the projection leaves out, many states: one complaint names the value that differs in all of them', () => {
  const [complaint = '', ...others] = differenceComplaints([
    difference('a | visitor', 'help.pressed', 'now', 'recording'),
    difference('b | visitor', 'help.pressed', 'recording', 'notice'),
    difference('c | visitor', 'help.pressed', 'recording'),
  ]);
  expect(others).toEqual([]);
  expect(complaint).toContain('a | visitor: "help.pressed" leads to x or to y, and so in 2 more states');
  expect(complaint).toContain('(what differs: recording)');
  expect(complaint).toContain('add what the guard reads to PARTS of tests/paths/projection.ts, for every place:');
  expect(complaint).toContain("    recording: ({ context: { recording } }) => (… ? '…' : ''),");
});

it('guards of two steps: have a complaint each', () =>
  expect(differenceComplaints([difference('a', 'x', 'now'), difference('a', 'y', 'now')])).toHaveLength(2));
