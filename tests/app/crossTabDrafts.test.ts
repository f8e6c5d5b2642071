/** Drafts that another tab of the phone wrote. */
import { describe, expect, it } from 'vitest';
import { STATUS } from '#machines/model/orderStatus.ts';
import { sendCrossTabDrafts } from '#src/app/crossTabDrafts.ts';
import { persistDevice } from '#src/app/persistDevice.ts';
import { order } from '#screens/samples.ts';
import { start } from '#tests/router/routedJourney.ts';
import { openPhone, opened } from '#tests/support/phoneKey.ts';

const SESSION = { token: 'sample', userId: '1042', mobile: '254712345678' };
const ORDER = order(STATUS.basicInfo);

/** Two tabs over one storage, both at the personal form. */
async function twoTabs() {
  let text: string | null = null;
  const store = { getItem: () => text, setItem: (_: string, value: string) => void (text = value) };
  const open = async () => {
    const storage = openPhone(store);
    storage.keepSession(SESSION, 'app');
    const { actor } = await start('#/auth/personal_infomation', { signedIn: true, order: ORDER });
    persistDevice(actor, storage);
    const type = (values: Record<string, string>) => actor.send({ type: 'draft.saved', section: 'personalInfo', values });
    return { actor, storage, type, receive: () => sendCrossTabDrafts(actor, storage), context: () => actor.getSnapshot().context };
  };
  return { here: await open(), there: await open(), text: () => JSON.stringify(opened(text)) };
}

describe('draft written by another tab', () => {
  it('draft written by another tab: replaces the draft here, its changed fields are known, and both tabs store the same', async () => {
    const { here, there } = await twoTabs();
    there.type({ firstName: 'Amina', lastName: 'Njeri' });
    here.receive();
    expect(here.context().drafts.personalInfo?.values).toEqual({ firstName: 'Amina', lastName: 'Njeri' });
    expect(here.context().elsewhere.personalInfo).toEqual(['firstName', 'lastName']);
    here.type({ firstName: 'Amina', lastName: 'Otieno' });
    there.receive();
    expect(there.context().elsewhere.personalInfo).toEqual(['lastName']);
    expect(there.context().drafts).toEqual(here.storage.draftsKept(SESSION.userId, ORDER.orderNo));
  });

  it('draft written by another tab, equal to the present one: changes nothing', async () => {
    const { here, there } = await twoTabs();
    there.type({ firstName: 'Amina' });
    here.receive();
    const received = here.context();
    here.receive();
    there.receive();
    expect(here.context()).toBe(received);
    expect(there.context().elsewhere.personalInfo ?? []).toEqual([]);
  });

  it('draft written by another tab, application sent there: this tab loads the order, and the phone stores no draft', async () => {
    const { here, there, text } = await twoTabs();
    here.type({ firstName: 'Amina' });
    there.receive();
    there.actor.send({ type: 'application.sentElsewhere' });
    expect(text()).not.toContain('Amina');
    here.receive();
    expect(here.actor.getSnapshot().matches({ places: 'loadingHome' })).toBe(true);
    expect(here.context().drafts).toEqual({});
    expect(text()).not.toContain('Amina');
  });
});
