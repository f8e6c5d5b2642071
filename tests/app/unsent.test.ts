/** Unsent messages on the phone. */
import { afterEach, describe, expect, it } from 'vitest';
import { persistDevice } from '#src/app/persistDevice.ts';
import { start, stopAll } from '#tests/router/routedJourney.ts';
import { opened, openPhone } from '#tests/support/phoneKey.ts';

afterEach(stopAll);

const SESSION = { token: 'sample', userId: '1042', mobile: '254712345678' };
const FEEDBACK = { feedback: { description: 'My payment' } };

function phone(text: string | null = null) {
  const store = { text, getItem: () => store.text, setItem: (_: string, value: string) => void (store.text = value) };
  const open = () => openPhone(store);
  return { store, open };
}

describe('unsent text of a message', () => {
  it('unsent text of a message, web view closed: is restored', () => {
    const { open } = phone();
    const before = open();
    before.keepSession(SESSION, 'app');
    expect(before.keepUnsent('1042', FEEDBACK)).toBe(true);
    expect(open().read().unsent).toEqual(FEEDBACK);
  });

  it('unsent text of a message, other borrower: is not shown, and sign-out erases it', () => {
    const { open, store } = phone();
    const storage = open();
    storage.keepSession(SESSION, 'app');
    storage.keepUnsent('1042', FEEDBACK);
    storage.keepSession({ ...SESSION, userId: '7' }, 'app');
    expect(open().read().unsent).toEqual({});
    storage.keepSession(SESSION, 'app');
    storage.forgetBorrower();
    expect(JSON.stringify(opened(store.text))).not.toContain('My payment');
  });

  it('unsent text of a message, written by another tab: stays', () => {
    const { open } = phone();
    const [one, other] = [open(), open()];
    one.keepSession(SESSION, 'app');
    one.read();
    other.read();
    one.keepUnsent('1042', FEEDBACK);
    other.keepUnsent('1042', { 'reply F1': { text: 'Yes' } });
    expect(open().read().unsent).toEqual({ ...FEEDBACK, 'reply F1': { text: 'Yes' } });
    one.keepUnsent('1042', {});
    expect(open().read().unsent).toEqual({ 'reply F1': { text: 'Yes' } });
  });

  it.each([{ userId: '1042', texts: { feedback: { description: 7 } } }, { userId: 7, texts: {} }, 'text', [1]])(
    'unsent text of a message, stored as %j: counts as empty',
    (unsent) => {
      const { open, store } = phone();
      open().keepSession(SESSION, 'app');
      const { sealed: _, ...fields } = opened(store.text);
      store.text = JSON.stringify({ ...fields, unsent });
      expect(open().read()).toMatchObject({ session: SESSION, unsent: {} });
    },
  );

  it('unsent text of a message, each key press: is stored', async () => {
    const journey = await start('#/feedback/add_feedback', { signedIn: true });
    const { open, store } = phone();
    const storage = open();
    storage.keepSession(SESSION, 'app');
    persistDevice(journey.actor, storage);
    for (const description of ['M', 'My']) journey.actor.send({ type: 'message.changed', about: 'feedback', values: { description } });
    expect(opened(store.text)).toMatchObject({ unsent: { texts: { feedback: { description: 'My' } } } });
  });
});
