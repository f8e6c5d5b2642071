/** The states of one form: the effect of each event, and rules that hold in every state. */
import { describe, expect, it } from 'vitest';
import { createActor, type EventFromLogic, type SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { formMachine } from '#machines/form.machine.ts';
import { isNews } from '#machines/model/form.ts';

type Event = EventFromLogic<typeof formMachine>;
type Snapshot = SnapshotFrom<typeof formMachine>;

const typed = (field: string, text: string, removed = '', cleared: readonly string[] = []): Event => ({
  type: 'field.typed',
  field,
  text,
  removed,
  cleared,
});
const painted: Event = { type: 'page.painted' };
const left = (values: Record<string, string>): Event => ({ type: 'field.left', values });
const ELSEWHERE = { taken: ['Last name'], kept: [] };
const fromElsewhere: Event = { type: 'values.received', values: { name: 'Njeri' }, elsewhere: ELSEWHERE };

function open(values: Record<string, string> = { name: '' }) {
  const done: (string | Record<string, string>)[] = [];
  const machine = formMachine.provide({
    actions: { awaitPaint: () => void done.push('awaitPaint'), storeDraft: (_, p) => void done.push(p.values) },
  });
  const actor = createActor(machine, { input: { values } }).start();
  return {
    /** Requests to the page: `awaitPaint`, or the values to store. */
    done,
    /** @returns the snapshot after these events. */
    after(...events: Event[]): Snapshot {
      for (const event of events) actor.send(event);
      return actor.getSnapshot();
    },
  };
}

describe('untouched form', () => {
  it('untouched form, a letter: is typed and not drawn before the browser has painted it', () => {
    const form = open();
    const undrawn = form.after(typed('name', 'A'));
    expect(undrawn.matches({ typing: 'painting' })).toBe(true);
    expect([...undrawn.tags].sort()).toEqual(['undrawn', 'unkept']);
    const drawn = form.after(painted);
    expect([...drawn.tags]).toEqual(['unkept']);
    expect(drawn.context.typed).toEqual({ name: 'A' });
  });

  it('untouched form, several letters within one frame: the paint is awaited once', () => {
    const form = open();
    form.after(typed('name', 'A'), typed('name', 'As'), typed('town', 'N'));
    expect(form.done).toEqual(['awaitPaint']);
    form.after(painted, typed('name', 'Ash'));
    expect(form.done).toHaveLength(2);
  });

  it('letter that clears another field: its text is dropped, and it can be typed again', () => {
    const form = open();
    form.after(typed('code', '654321'), typed('name', 'A', '', ['code', 'town']));
    expect(form.after(painted).context.typed).toEqual({ name: 'A' });
    expect(form.after(typed('code', '1')).context.typed).toEqual({ name: 'A', code: '1' });
  });

  it('untouched form, a field left without a letter: stays untouched and stores nothing', () => {
    const form = open();
    expect(form.after(left({ name: '' })).value).toBe('untouched');
    expect(form.done).toEqual([]);
  });
});

describe('form while a field is typed', () => {
  it('field left: the values are stored, and nothing is being typed any more', () => {
    const form = open();
    const kept = form.after(typed('name', 'Asha'), left({ name: 'Asha' }));
    expect(kept.value).toBe('kept');
    expect(kept.context).toMatchObject({ kept: { name: 'Asha' }, typed: {} });
    expect(form.done).toContainEqual({ name: 'Asha' });
  });

  it('field left before its last letter is painted: the late paint changes nothing', () => {
    const form = open();
    form.after(typed('name', 'Asha'), left({ name: 'Asha' }));
    expect(form.after(painted).value).toBe('kept');
  });

  it('field left with its earlier value: the form is idle, and nothing is stored again', () => {
    const form = open({ name: 'Asha' });
    expect(form.after(typed('name', 'Ash'), typed('name', 'Asha'), left({ name: 'Asha' })).value).toBe('entered');
    expect(form.done).toEqual(['awaitPaint']);
  });

  it('form that stores nothing, field left: is entered', () => {
    const form = open({});
    expect(form.after(typed('code', '123456'), left({})).value).toBe('entered');
    expect(form.done).toEqual(['awaitPaint']);
  });

  it('form while a field is typed, values changed by another tab: the typed text stays, and the difference is marked', () => {
    const form = open();
    const state = form.after(typed('name', 'Otie'), painted, fromElsewhere);
    expect(state.matches('typing')).toBe(true);
    expect(state.context).toMatchObject({ typed: { name: 'Otie' }, kept: { name: 'Njeri' }, elsewhere: ELSEWHERE });
    expect(form.after(left({ name: 'Otieno' })).context.elsewhere).toEqual({ taken: [], kept: [] });
  });

  it('field refused by the lender: the typed text stays unsaved, and the next painted letter removes the refusal', () => {
    const form = open();
    const state = form.after(typed('name', 'A'), { type: 'lender.refused', fields: { name: 'No' } });
    expect(state.hasTag('unkept')).toBe(true);
    expect(state.context).toMatchObject({ wrong: ['name'], refused: { name: 'No' } });
    expect(form.after(painted).context.refused).toEqual({});
  });
});

describe('typing in a form that stores every letter', () => {
  const stored = (name: string): Event => ({ type: 'typing.stored', values: { name } });

  it('letter painted: it is stored, and its field goes on being typed in', () => {
    const form = open();
    const state = form.after(typed('name', 'A'), painted, stored('A'));
    expect(state.matches({ typing: 'drawn' })).toBe(true);
    expect(state.context).toMatchObject({ typed: { name: 'A' }, kept: { name: 'A' } });
    expect(form.done).toEqual(['awaitPaint', { name: 'A' }]);
  });

  it('form that stores every letter, nothing new typed: it is not stored again', () => {
    const form = open();
    form.after(typed('name', 'A'), painted, stored('A'), stored('A'));
    expect(form.done).toEqual(['awaitPaint', { name: 'A' }]);
  });

  it('form that stores every letter, field left: what is stored already is entered and not stored again', () => {
    const form = open();
    const state = form.after(typed('name', 'A'), painted, stored('A'), left({ name: 'A' }));
    expect([state.value, state.context.typed]).toEqual(['entered', {}]);
    expect(form.done).toEqual(['awaitPaint', { name: 'A' }]);
  });
});

describe('form that opens with a refusal of the lender', () => {
  it('form that opens with a refusal of the lender: its message is known at once, until the next letter is painted', () => {
    const actor = createActor(formMachine, { input: { values: { name: '' }, refused: { name: 'No' } } }).start();
    expect(actor.getSnapshot().context).toMatchObject({ refused: { name: 'No' }, wrong: ['name'] });
    actor.send(typed('name', 'A'));
    actor.send(painted);
    expect(actor.getSnapshot().context.refused).toEqual({});
  });
});

describe('remark of a form', () => {
  it('remark of a form, removed characters: stays while the same field is typed, and ends with its last letter', () => {
    const form = open();
    const remark = { field: 'name', kind: 'removed', text: "'" };
    expect(form.after(typed('name', 'Ng', "'")).context.remark).toEqual(remark);
    expect(form.after(typed('name', 'Nga')).context.remark).toEqual(remark);
    expect(form.after(typed('name', '')).context.remark).toBeNull();
  });

  it('removed characters, letter in another field: ends', () => {
    expect(open().after(typed('name', 'Ng', "'"), typed('town', 'N')).context.remark).toBeNull();
  });

  it('remark of a form, refused choice: ends with the next choice', () => {
    const form = open();
    const remark = { field: 'relation', kind: 'refused' as const, text: 'Choose another' };
    expect(form.after({ type: 'field.remarked', remark }).context.remark).toEqual(remark);
    expect(form.after({ type: 'field.chosen', values: { name: '' } }).context.remark).toBeNull();
    expect(form.after({ type: 'field.remarked', remark }, { type: 'field.chosen', values: { name: 'B' } })).toMatchObject({
      value: 'kept',
    });
  });
});

describe('submitting a form', () => {
  const submitted: Event = { type: 'form.submitted' };
  it('form refused by its own rules: the wrong fields are known', () => {
    const state = open().after(submitted, { type: 'form.invalid', fields: ['name'] });
    expect([state.value, state.context.wrong]).toEqual(['invalid', ['name']]);
  });

  it('form refused by the lender: the refusal is known until the next letter', () => {
    const form = open();
    const refused = form.after(submitted, { type: 'form.accepted' }, { type: 'lender.refused', fields: { name: 'No' } });
    expect([refused.value, refused.context.wrong, refused.context.refused]).toEqual(['refused', ['name'], { name: 'No' }]);
    expect(form.after(typed('name', 'A'), painted).context.refused).toEqual({});
  });

  it('form submitted again after a refusal: the earlier refusal is removed', () => {
    const form = open();
    const state = form.after(submitted, { type: 'form.accepted' }, { type: 'lender.refused', fields: { name: 'No' } }, submitted);
    expect([state.value, state.context.wrong, state.context.refused]).toEqual([{ submitting: 'validating' }, [], {}]);
  });

  it('form handed over to the chart after a refusal: the form is entered, and the refusal is gone', () => {
    const state = open().after({ type: 'lender.refused', fields: { name: 'No' } }, { type: 'form.handedOver' });
    expect([state.value, state.context.wrong, state.context.refused]).toEqual(['entered', [], {}]);
  });

  it('form accepted, and sending ended without field errors: it is entered', () => {
    expect(open().after(submitted, { type: 'form.accepted' }, { type: 'sending.ended' }).value).toBe('entered');
  });

  it.each([
    ['untouched', []],
    ['typing', [typed('name', 'A')]],
  ] as const)('validation that ends while %s: does not count as an attempt', (_state, before) => {
    const form = open();
    const { value } = form.after(...before);
    expect(form.after({ type: 'form.invalid', fields: ['name'] }).value).toEqual(value);
  });
});

describe('values received by a form', () => {
  it('received values, from another tab: are marked as changed there', () => {
    expect(open().after(fromElsewhere).value).toBe('changedElsewhere');
  });
  it('received values, from this tab: replace the stored values without a mark', () => {
    const state = open().after({ type: 'values.received', values: { name: 'Grace' }, elsewhere: null });
    expect([state.value, state.context.kept]).toEqual(['untouched', { name: 'Grace' }]);
  });
  it('received values, stored by this form itself: change nothing', () => {
    const { context } = open().after(typed('name', 'Asha'), left({ name: 'Asha' }));
    expect(isNews(context, { name: 'Asha' })).toBe(false);
    expect(isNews(context, { name: 'Asha', town: '' })).toBe(true);
  });
});

describe('form machine on every shortest path', () => {
  const events: Event[] = [
    typed('name', 'A'),
    typed('name', '', '1'),
    painted,
    left({ name: 'A' }),
    left({ name: '' }),
    { type: 'field.chosen', values: { name: 'B' } },
    { type: 'field.remarked', remark: { field: 'name', kind: 'refused', text: 'No' } },
    fromElsewhere,
    { type: 'values.received', values: { name: 'Grace' }, elsewhere: null },
    { type: 'form.submitted' },
    { type: 'form.handedOver' },
    { type: 'typing.stored', values: { name: 'A' } },
    { type: 'form.accepted' },
    { type: 'form.invalid', fields: ['name'] },
    { type: 'lender.refused', fields: { name: 'No' } },
    { type: 'sending.ended' },
  ];
  const paths = getShortestPaths(formMachine, {
    events,
    input: { values: { name: '' } },
    serializeState: ({ value, context: { kept, typed, remark, wrong, refused, elsewhere } }) =>
      JSON.stringify([value, kept, typed, remark, wrong, refused, elsewhere]),
    limit: 20_000,
  });

  it('form machine: the shortest paths reach every state', () => {
    const reached = new Set(paths.flatMap(({ state }) => state._nodes.filter(({ type }) => type === 'atomic').map(({ id }) => id)));
    const all = Object.values(formMachine.states).flatMap((node) => (node.type === 'atomic' ? [node] : Object.values(node.states)));
    expect([...reached].sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it('form machine on every shortest path, typed text: is dropped only by an event that carries it', () => {
    for (const { state, steps } of paths) {
      const last = steps.map(({ event }) => event.type).lastIndexOf('field.typed');
      const isEntered = steps.slice(last + 1).some(({ event }) => event.type === 'field.left' || event.type === 'field.chosen');
      if (last >= 0 && !isEntered) expect(Object.keys(state.context.typed)).toEqual(['name']);
    }
  });

  it('form machine on every shortest path, "Saved": is never shown for unsaved text', () => {
    for (const { state } of paths) if (state.matches('typing')) expect(state.hasTag('unkept')).toBe(true);
  });
});
