/** The events of an application in the shell's log: each interaction by its name, and no typed value. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { journeyMachine, type JourneyEvent } from '#machines/journey.machine.ts';
import type { SectionName, Values } from '#machines/model/application.ts';
import { LOCAL } from '#machines/model/codes.ts';
import type { Order } from '#machines/model/order.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { reportInteractions } from '#src/app/analytics/reportInteractions.ts';
import { milestoneOf, openLog, type ObservedEvent } from '#src/app/analytics/interactions.ts';
import { sections } from '#src/forms/sections/index.ts';
import { touchedFields } from '#src/forms/touched.ts';
import { borrower, nobody } from '../chart/chartDriver.ts';
import { identity } from '#screens/samples.ts';
import { homeWith, orderIn, session } from '../paths/lenderSamples.ts';
import { createEnvironment } from '../paths/environment.ts';
import { complete, TODAY } from '../forms/sectionSamples.ts';

interface Logged {
  action: string;
  payload: unknown;
}

/** Stands in for the browser's callback, which Node lacks. Without it the app would wait as on a page that is never idle. */
beforeAll(() => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});
afterAll(() => void vi.unstubAllGlobals());

const running: { stop: () => unknown }[] = [];
afterEach(() => running.splice(0).forEach((actor) => actor.stop()));

/** The real chart with a shell that records its analytics. */
function listen() {
  const environment = createEnvironment(journeyMachine);
  const actor = createActor(environment.machine);
  running.push(actor);
  const logged: Logged[] = [];
  actor.start();
  reportInteractions(actor, { notify: (action, payload) => void logged.push({ action, payload }) });
  const names = (action = 'logEventByLocal') =>
    logged.filter((one) => one.action === action).map(({ payload }) => (payload as { name: string }).name);
  return {
    logged,
    names,
    send: (...events: JourneyEvent[]) => events.forEach((event) => actor.send(event)),
    place: () => JSON.stringify(actor.getSnapshot().value),
    context: () => actor.getSnapshot().context,
    async answer(port: string, output?: unknown) {
      const call = environment.running.get(port);
      if (!call) throw new Error(`"${port}" is not under way; under way: ${[...environment.running.keys()].join(', ') || 'nothing'}`);
      call.answer(output);
      await new Promise((done) => setImmediate(done));
    },
    /** Waits until every event was reported. */
    async reported(last: string) {
      await expect.poll(names).toContain(last);
    },
  };
}
type Ear = ReturnType<typeof listen>;

async function asBorrower(order: Order): Promise<Ear> {
  const ear = listen();
  await ear.answer('restoreDevice', borrower);
  await ear.answer('loadHome', homeWith(order));
  return ear;
}

const SECTIONS = ['personalInfo', 'additionalInfo', 'bankAccount', 'loanQuestion'] as const satisfies readonly SectionName[];

/** Goes through every field of a section with these values: draft by draft as a form reports it, and every sheet. */
function fill(ear: Ear, section: SectionName, values: Values): void {
  ear.send({ type: 'xstate.route', to: `#${section}` });
  let kept: Values = {};
  for (const field of sections[section].fields) {
    const value = values[field.name] ?? '';
    const isSheet = field.kind === 'picker' || field.kind === 'date';
    if (isSheet) ear.send({ type: 'picker.opened', field: field.name });
    if (field.privacy !== 'secret') kept = { ...kept, [field.name]: value };
    ear.send({ type: 'draft.saved', section, values: kept });
    if (isSheet) ear.send({ type: 'picker.confirmed', field: field.name, value });
  }
}

describe('analytics of a whole application', () => {
  /** Every field has a value that occurs nowhere else. */
  const canaries = (seed: string, section: SectionName): Values =>
    Object.fromEntries(sections[section].fields.map((field, i) => [field.name, `${seed}-${section}-${i}`]));

  const apply = async (seed: string): Promise<Ear> => {
    const ear = await asBorrower({ ...orderIn(STATUS.question), orderNo: `${seed}-order` });
    for (const section of SECTIONS.slice(0, 3)) fill(ear, section, canaries(seed, section));
    ear.send({ type: 'bankAccount.submitted', values: canaries(seed, 'bankAccount') });
    await ear.answer('bindAccount', { ...orderIn(STATUS.question), orderNo: `${seed}-order` });
    ear.send({ type: 'xstate.route', to: '#additionalInfo' }, { type: 'contact.pickRequested', index: 3 });
    await ear.answer('pickContact', { index: 3, contact: { name: `${seed}-name`, phone: `${seed}-phone` } });
    ear.send({ type: 'xstate.route', to: '#idPhotos' });
    await ear.answer('checkIdentity', identity);
    ear.send({ type: 'photo.taken', side: 'front', handle: `${seed}-handle` });
    ear.send({ type: 'upload.progressed', sent: 987_654_300, total: 987_654_300 });
    await ear.answer('uploadPhoto');
    await ear.answer('checkIdentity', identity);
    ear.send({ type: 'photo.refused', side: 'back', problem: { code: LOCAL.photoUnreadable, message: `${seed}-problem` } });
    fill(ear, 'loanQuestion', canaries(seed, 'loanQuestion'));
    ear.send({ type: 'questionnaire.submitted', values: canaries(seed, 'loanQuestion') }, { type: 'application.confirmed' });
    await ear.answer('loadCollection', null);
    await ear.answer('saveQuestionnaire', { ...orderIn(STATUS.applying), orderNo: `${seed}-order` });
    ear.send({ type: 'repayment.amountChosen', amount: 987_654_300, channel: 'mpesa', requestId: `${seed}-request` });
    ear.send({ type: 'mobile.submitted', mobile: `${seed}-mobile` }, { type: 'code.submitted', code: `${seed}-code` });
    await ear.reported('journey_code_submitted');
    return ear;
  };

  it('analytics of a whole application: they contain no value of any field', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^Zq[A-Za-z0-9 '@.é😀]{4,12}$/u), async (seed) => {
        const { logged } = await apply(seed);
        const said = JSON.stringify(logged);
        expect(said).not.toContain(JSON.stringify(seed).slice(1, -1));
        expect(said).not.toContain('987654300');
        for (const { payload } of logged)
          expect(payload).toEqual({ name: expect.stringMatching(/^[A-Za-z]+(_[A-Za-z0-9]+)+$/), values: {} });
      }),
      { numRuns: 15 },
    );
  });

  it('analytics of a whole application: they name every changed field once, with the prefix of its description', async () => {
    const ear = await asBorrower(orderIn(STATUS.question));
    for (const section of SECTIONS) fill(ear, section, complete[section]);
    ear.send(
      { type: 'bankAccount.submitted', values: { ...complete.bankAccount, verificationCode: '123456' } },
      { type: 'back.requested' },
    );
    await ear.reported('journey_back_requested');
    const fields = ear.names().filter((name) => /^(basicInfo|personalInfo)_(select|input)_/.test(name));
    const given = SECTIONS.flatMap((section) =>
      sections[section].fields
        .filter((field) => field.kind === 'picker' || field.kind === 'date' || (complete[section][field.name] ?? '') !== '')
        .map((field) => field.analytics),
    );
    for (const name of given) expect(fields, name).toContain(name);
    for (const name of new Set(fields)) expect(given, name).toContain(name);
    const typed = fields.filter((name) => name.includes('_input_'));
    expect(new Set(typed).size).toBe(typed.length);
  });

  it('analytics of a whole application: only milestones are reported to attribution', async () => {
    const ear = await apply('Zqmark');
    expect(ear.names('logEventByAF')).toEqual(['application_sent']);
    expect(ear.names()).toContain('application_sent');
  });
});

describe('analytics, file of event names loaded late', () => {
  it('milestones reached before the file of event names is loaded: are reported once each, in order', async () => {
    const environment = createEnvironment(journeyMachine);
    const actor = createActor(environment.machine);
    running.push(actor);
    const earlier: ObservedEvent[] = [];
    actor.system.inspect((one) => {
      if (one.type === '@xstate.event' && one.actorRef === actor) earlier.push({ event: one.event, before: actor.getSnapshot() });
    });
    actor.start();
    const answer = async (port: string, output: unknown) => {
      const call = environment.running.get(port);
      if (!call) throw new Error(`"${port}" is not under way; under way: ${[...environment.running.keys()].join(', ')}`);
      call.answer(output);
      await new Promise((done) => setImmediate(done));
    };
    await answer('restoreDevice', borrower);
    await answer('loadHome', homeWith(orderIn(STATUS.repaying)));
    actor.send({ type: 'refresh.requested' });
    await answer('refreshHome', homeWith(orderIn(STATUS.finish)));
    actor.send({ type: 'xstate.route', to: '#me' });
    expect(actor.getSnapshot().context.order?.status).toBe(STATUS.finish);

    const logged: string[] = [];
    openLog(actor, { notify: (action, payload) => void logged.push(`${action} ${(payload as { name: string }).name}`) }, earlier);
    await expect.poll(() => logged).toContain('logEventByLocal journey_route_me');
    expect(logged).toEqual(['logEventByLocal loan_repaid', 'logEventByAF loan_repaid', 'logEventByLocal journey_route_me']);
  });
});

describe('analytics of a field', () => {
  const touched = (after: Values, ...earlier: Values[]) => touchedFields('personalInfo', after, earlier, TODAY);
  const { personalInfo } = complete;

  it('analytics of a field, left unchanged: nothing is reported', () => {
    expect(touched(personalInfo, personalInfo)).toEqual([]);
  });
  it('analytics of a field, changed: is reported once', () => {
    expect(touched({ ...personalInfo, address: 'Elsewhere 5' }, personalInfo)).toEqual(['personalInfo_input_address']);
  });
  it('analytics of a field, emptied: is reported', () => {
    expect(touched({ ...personalInfo, sparePhone: '' }, { ...personalInfo, sparePhone: '733000111' })).toEqual([
      'basicInfo_input_sparePhone',
    ]);
  });
  it("field changed only to the lender's spelling: nothing is reported", () => {
    expect(touched({ ...personalInfo, whatsappNo: '712345678' }, { ...personalInfo, whatsappNo: '254712345678' })).toEqual([]);
  });
  it('field chosen by a radio button: is reported as a select', () => {
    expect(touched({ ...personalInfo, gender: '1' }, { ...personalInfo, gender: '2' })).toEqual(['basicInfo_select_gender']);
  });
  it('field cleared by another choice: is not reported', () => {
    const before = complete.additionalInfo;
    const after = { ...before, employmentType: 'unemployed', industryCategory: '', companyPhone: '', companyAddress: '' };
    expect(touchedFields('additionalInfo', after, [before], TODAY)).toEqual([]);
  });

  it('analytics, number filled in by the form: is reported only once it is changed', () => {
    const chosen = { accountKind: 'mpesa', mobile: '712345678' };
    expect(touchedFields('bankAccount', chosen, [{ accountKind: '' }], TODAY)).toEqual(['personalInfo_select_accountKind']);
    expect(touchedFields('bankAccount', { ...chosen, mobile: '722000111' }, [chosen], TODAY)).toEqual(['personalInfo_input_mobile']);
  });
  it('field filled in by another tab or by the phone book: is not reported', () => {
    const here = { ...personalInfo, address: 'Moi Avenue 4' };
    expect(touched({ ...here, address: 'From elsewhere' }, here, { ...here, address: 'From elsewhere' })).toEqual([]);
  });
});

describe('milestone', () => {
  const order = (status: Parameters<typeof orderIn>[0], orderNo = 'order-1'): Order => ({ ...orderIn(status), orderNo });
  it.each([
    ['application_sent', STATUS.question, STATUS.applying],
    ['loan_drawn', STATUS.confirm, STATUS.lending],
    ['loan_drawn', STATUS.getMoney, STATUS.lending],
    ['loan_repaid', STATUS.repaying, STATUS.finish],
    ['loan_repaid', STATUS.overdued, STATUS.finish],
    [null, STATUS.applying, STATUS.applying],
    [null, STATUS.lending, STATUS.repaying],
    [null, STATUS.applying, STATUS.reject],
  ] as const)('milestone %s, order that goes from %i to %i: is reported', (milestone, from, to) => {
    expect(milestoneOf(order(from), order(to))).toBe(milestone);
  });
  it('milestone, other order, or app just opened: none is reported', () => {
    expect(milestoneOf(order(STATUS.repaying), order(STATUS.finish, 'order-2'))).toBeNull();
    expect(milestoneOf(null, order(STATUS.finish))).toBeNull();
  });

  it('milestone, successful registration: is reported once', async () => {
    const ear = listen();
    await ear.answer('restoreDevice', nobody);
    await ear.answer('loadHome', homeWith(null));
    ear.send({ type: 'xstate.route', to: '#register' }, { type: 'registration.submitted', mobile: '0712345678', acceptedTerms: true });
    await ear.answer('requestCode.register', { againAt: 0 });
    ear.send({ type: 'code.submitted', code: '123456' });
    await ear.answer('registerBorrower', session);
    await ear.reported('registration_finished');
    expect(ear.names('logEventByAF')).toEqual(['registration_finished']);
    expect(JSON.stringify(ear.logged)).not.toMatch(/0712345678|123456/);
  });
});

describe('analytics before any interaction', () => {
  it('analytics before any interaction: nothing is reported', async () => {
    const ear = await asBorrower(orderIn(STATUS.applying));
    ear.send({ type: 'clock.ticked', now: 1 }, { type: 'network.changed', online: true });
    // Reports keep their order: if the clock or the network had been reported, that report would come before the press.
    ear.send({ type: 'back.requested' });
    await ear.reported('journey_back_requested');
    expect(ear.names()).toEqual(['journey_back_requested']);
    expect(ear.logged).toHaveLength(1);
  });
});
