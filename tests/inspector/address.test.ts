/** Links to one event of a recording: what they ask for, and what is said where they ask for nothing there is. */
import { describe, expect, it } from 'vitest';
import { errorBeyondEnd, readAddress } from '#src/inspector/useAddressed.ts';

describe('address of the inspector', () => {
  it.each(['', '#'])('%j: names no recording', (hash) => expect(readAddress(hash)).toBeNull());

  it.each([
    ['#payout-failed', 0],
    ['#payout-failed/', 0],
    ['#payout-failed/13', 13],
  ])('%s: names an event', (hash, step) => {
    const address = readAddress(hash);
    expect([address?.stored?.id, address?.step, address?.fault]).toEqual(['payout-failed', step, null]);
  });

  it.each([
    ['#nope/3', '"nope"'],
    ['#%E0%A4%A', '"%E0%A4%A"'],
    ['#caf%C3%A9/1', '"café"'],
    ['#/3', '""'],
  ])('%s: is refused with a message', (hash, said) => {
    const address = readAddress(hash);
    expect(address?.stored).toBeNull();
    expect(address?.fault).toMatch(/no recording here is called so/);
    expect(address?.fault).toContain(said);
  });

  it.each(['-3', 'abc', '3.5', '1/2', ' 4'])('event "%s": opens the beginning with a message', (step) => {
    const address = readAddress(`#payout-failed/${step}`);
    expect([address?.stored?.id, address?.step]).toEqual(['payout-failed', 0]);
    expect(address?.fault).toContain(`"${step}", which is no number of an event`);
  });

  it('endless address: the message repeats only a part', () => expect(readAddress(`#${'x'.repeat(900)}`)?.fault?.length).toBeLessThan(200));

  it('event after the end: the message says how many there are', () => {
    expect(errorBeyondEnd(13, 13)).toBeNull();
    expect(errorBeyondEnd(999, 13)).toBe('The link asks for event 999; the recording has 13 events. This is the last one.');
  });
});
