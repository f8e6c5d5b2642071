/** Complaints about an unsound projection: one for each step, with the value that the guard reads and the line to add. */
import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { explore, type Model } from './explore.ts';
import { differingValues, lineToAdd } from './partToAdd.ts';
import { PART_NAMES } from './projection.ts';
import { checkSoundness, differenceComplaints } from './soundness.ts';

const difference = (key: string, step: string, ...paths: string[]) => ({
  key,
  step,
  said: `"${step}" leads to x or to y`,
  values: paths.map((path) => ({ path, isSimple: true })),
  contexts: [{}, {}] as const,
});

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
  expect(complaint).toContain('    recording: ({ context: { recording } }) => String(recording),');
});

it('guards of two steps: have a complaint each', () =>
  expect(differenceComplaints([difference('a', 'x', 'now'), difference('a', 'y', 'now')])).toHaveLength(2));

describe('line to add to the projection', () => {
  const on = (value: boolean): object => ({ answers: { loadReminders: { is: 'loaded', value: { on: value } } }, now: 1 });
  const [differing] = differingValues(on(true), on(false));

  it('value of an answer: the line has a new name and reads the value', () => {
    expect(PART_NAMES).toContain('answers');
    expect(lineToAdd(differing, null)).toBe(
      "loadReminders: ({ context: { answers } }) => (answers?.loadReminders?.is === 'loaded' ? String(answers?.loadReminders.value?.on) : ''),",
    );
  });

  it('value of an answer, names taken: the line has a name that is free', () => {
    expect(lineToAdd(differing, null, ['answers', 'loadReminders', 'on'])).toMatch(/^answersLoadRemindersOn: /);
    expect(lineToAdd({ path: 'order', isSimple: true }, null, ['order', 'order2'])).toMatch(/^order3: /);
  });

  it('data that was loaded in one of the snapshots only: the line reads all of it', () =>
    expect(lineToAdd(differingValues({ answers: {} }, on(true))[0], null)).toBe(
      'loadReminders: ({ context: { answers } }) => JSON.stringify(answers?.loadReminders),',
    ));
});

describe('guard of a page that reads a switch', () => {
  /** @param isSet whether the page sets the switch when it is entered. */
  const complaintOf = (isSet: boolean): string => {
    const machine = setup({
      types: { context: {} as { isOn: boolean }, events: {} as { type: 'open' | 'pressed' } | { type: 'switched'; isOn: boolean } },
      guards: { isOn: ({ context }) => context.isOn },
      actions: {
        set: assign({ isOn: ({ event, context }) => (event.type === 'switched' ? event.isOn : context.isOn) }),
        reset: assign({ isOn: false }),
      },
    }).createMachine({
      context: { isOn: false },
      initial: 'menu',
      states: {
        menu: { on: { open: isSet ? { target: 'page', actions: 'reset' } : 'page' } },
        page: { on: { switched: { actions: 'set' }, pressed: [{ guard: 'isOn', target: 'done' }, {}] } },
        done: { on: { open: 'menu' } },
      },
    });
    const model: Model<typeof machine> = {
      enabled: () =>
        [{ type: 'open' }, { type: 'pressed' }, { type: 'switched', isOn: true }].map((event) => ({ name: event.type, event })),
      projection: ({ value }) => `${value} | visitor`,
      surroundings: ({ value }) => value,
    };
    return checkSoundness(explore(machine, model)).complaints.join();
  };

  it('value that is set on the way in: the line is for the page alone', () => {
    expect(complaintOf(true)).toContain('to PARTS of tests/paths/projection.ts, for this place alone, because it is set on the way in:');
    expect(complaintOf(true)).toContain("    isOn: ({ context: { isOn } }, { name }) => (name === 'page' ? String(isOn) : ''),");
  });

  it('value that is kept on the way in: the line is for every place', () => {
    expect(complaintOf(false)).toContain('to PARTS of tests/paths/projection.ts, for every place:');
    expect(complaintOf(false)).toContain('    isOn: ({ context: { isOn } }) => String(isOn),');
  });
});
