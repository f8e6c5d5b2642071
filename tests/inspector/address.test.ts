/**
 * Addresses of the inspector: what each opens, the notice when it names something that does not exist, and that a written
 * address is read as the same one.
 */
import { describe, expect, it } from 'vitest';
import { startOfDate } from '#machines/model/calendar.ts';
import { follow, FOLLOWS_NOTHING, requestOf, type Followed, type View } from '#src/inspector/followedAddress.ts';
import { addressText, errorBeyondEnd, readAddress, subjectOf, type Address } from '#src/inspector/inspectorAddress.ts';
import { ASKS_NOTHING, type Asked } from '#src/inspector/population/asked.ts';

const storedIn = (hash: string) => {
  const { address, fault } = readAddress(hash);
  return address?.is === 'stored' ? { id: address.stored.id, step: address.step, fault } : null;
};

describe('address of the inspector', () => {
  it.each(['', '#'])('address %j: names nothing to open', (hash) => expect(readAddress(hash)).toEqual({ address: null, fault: null }));

  it.each([
    ['#payout-failed', 0],
    ['#payout-failed/', 0],
    ['#payout-failed/13', 13],
  ])('address %s: names an event', (hash, step) => expect(storedIn(hash)).toEqual({ id: 'payout-failed', step, fault: null }));

  it.each([
    ['#nope/3', '"nope"'],
    ['#%E0%A4%A', '"%E0%A4%A"'],
    ['#caf%C3%A9/1', '"café"'],
    ['#/3', '""'],
  ])('address %s: is refused with a message', (hash, said) => {
    const { address, fault } = readAddress(hash);
    expect(address).toBeNull();
    expect(fault).toMatch(/no recording here is called so/);
    expect(fault).toContain(said);
  });

  it.each(['-3', 'abc', '3.5', '1/2', ' 4'])('address of the inspector, event "%s": opens the beginning with a message', (step) => {
    const found = storedIn(`#payout-failed/${step}`);
    expect(found).toMatchObject({ id: 'payout-failed', step: 0 });
    expect(found?.fault).toContain(`"${step}", which is no number of an event`);
  });

  it('address of an imported recording: names its number and an event; another number is refused', () => {
    expect(readAddress('#imported/3/12')).toEqual({ address: { is: 'imported', number: 3, step: 12 }, fault: null });
    expect(addressText({ is: 'imported', number: 3, step: 12 })).toBe('imported/3/12');
    expect(readAddress('#imported/x').fault).toBe('The link asks for import "x", which is no number of an imported recording.');
  });

  it('endless address: the message repeats only a part', () => expect(readAddress(`#${'x'.repeat(900)}`).fault?.length).toBeLessThan(200));

  it('address of the inspector, event after the end: the message says how many there are', () => {
    expect(errorBeyondEnd(13, 13)).toBeNull();
    expect(errorBeyondEnd(999, 13)).toBe('The link asks for event 999; the recording has 13 events. This is the last one.');
  });
});

describe('address of a population', () => {
  const asked: Asked = {
    page: 'questions',
    place: 'personalInfo',
    filter: {
      since: startOfDate('2026-03-01'),
      until: startOfDate('2026-03-11'),
      release: '1.2.0',
      market: 'a & b=c#d',
      product: '',
    },
    against: 'releaseBefore',
  };

  it('address of a population, written and read: is the same request', () => {
    const addresses: Address[] = [
      { is: 'population', asked },
      { is: 'population', asked: ASKS_NOTHING },
      { is: 'journey', number: 1503, step: 12, asked: { ...asked, page: 'chart' } },
      { is: 'live' },
    ];
    for (const address of addresses) expect(readAddress(`#${addressText(address)}`)).toEqual({ address, fault: null });
    expect(addressText({ is: 'population', asked })).toMatch(/^population\/questions\?place=personalInfo&from=2026-03-01&to=2026-03-10&/);
  });

  it('address of a population, subject: is the page or the journey, without filters', () => {
    expect(subjectOf({ is: 'population', asked })).toBe('population/questions');
    expect(subjectOf({ is: 'journey', number: 7, step: 3, asked })).toBe('population/journey/7');
    expect(subjectOf(null)).toBe('');
  });

  it.each([
    ['#population/nothing', 'no page is called "nothing"'],
    ['#population/chart?from=2026-02-99', '"2026-02-99" is no day'],
    ['#population/chart?against=luck', 'nothing can be compared with "luck"'],
    ['#population/journey/0', '"0", which is no number of a journey'],
    ['#population/journey/', '"", which is no number of a journey'],
    ['#population/journey/12/x', '"x", which is no number of an event'],
  ])('address %s: shows the population, and says what is wrong', (hash, said) => {
    const { address, fault } = readAddress(hash);
    expect(address?.is).toMatch(/^(population|journey)$/);
    expect(fault).toContain(said);
  });
});

describe('address that opens something', () => {
  const NOTHING: View = { shown: null, last: 0 };
  const viewOf = (hash: string, last = 13): View => ({ shown: readAddress(hash).address, last });
  const ask = (state: Followed, hash: string, view: View): Followed => {
    const read = readAddress(hash);
    return follow(state, { type: 'asked', read, request: requestOf(read, view.shown), ...view });
  };
  const show = (state: Followed, hash: string, view: View): Followed => follow(state, { type: 'shown', hash, ...view });
  const atFive = show(ask(FOLLOWS_NOTHING, '#payout-failed/5', NOTHING), '#payout-failed/5', viewOf('#payout-failed/5'));

  it('recording requested and not shown yet: no address is written', () => {
    const asked = ask(atFive, '#photo-given-up/2', viewOf('#payout-failed/5'));
    const waiting = show(asked, '#photo-given-up/2', viewOf('#payout-failed/6'));
    expect(waiting).toMatchObject({ entry: null, pending: { from: 'payout-failed' } });
    expect(show(waiting, '#photo-given-up/2', viewOf('#photo-given-up/2'))).toMatchObject({ entry: null, pending: null });
  });

  it('journey requested, population shown: still waits for the journey', () => {
    const asked = ask(FOLLOWS_NOTHING, '#population/journey/3/1', NOTHING);
    expect(show(asked, '#population/journey/3/1', viewOf('#population')).pending).not.toBeNull();
  });

  it('another event shown: the history entry is replaced; another recording shown: an entry is added', () => {
    expect(show(atFive, '#payout-failed/5', viewOf('#payout-failed/6')).entry).toEqual({ hash: '#payout-failed/6', isNew: false });
    expect(show(atFive, '#payout-failed/5', viewOf('#photo-given-up/0')).entry).toEqual({ hash: '#photo-given-up/0', isNew: true });
  });

  it('address that names nothing: stays until something is shown, which adds an entry to the history', () => {
    const asked = ask(FOLLOWS_NOTHING, '#nope/3', NOTHING);
    const still = show(asked, '#nope/3', NOTHING);
    expect(still).toMatchObject({ entry: null, fault: expect.stringContaining('"nope"') as string });
    expect(show(still, '#nope/3', viewOf('#live'))).toMatchObject({ entry: { hash: '#live', isNew: true }, fault: null });
  });

  it('address refused: the next written address replaces its entry, once', () => {
    const refused = follow(atFive, { type: 'refused', fault: 'gone' });
    const corrected = show(refused, '#population/journey/999', viewOf('#population'));
    expect(corrected).toMatchObject({ entry: { hash: '#population/chart', isNew: false }, isEntryWrong: false, fault: 'gone' });
  });

  it('pending address, another one requested meanwhile: is not written', () => {
    const writing = show(atFive, '#payout-failed/5', viewOf('#payout-failed/6'));
    expect(ask(writing, '#payout-failed/2', viewOf('#payout-failed/6')).entry).toBeNull();
  });
});
