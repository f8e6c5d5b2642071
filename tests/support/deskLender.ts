/**
 * A small lender behind the desk, in memory, with the rules of the contract: sessions and roles, claims, covered data, the
 * second person, answers to repeated requests, and refusals. Its clock is moved by the test.
 */
import type {
  Covered,
  DeskAct,
  DeskCall,
  DeskCase,
  DeskInput,
  DeskLogLine,
  DeskOutput,
  DeskRefusal,
  DeskSession,
  Queue,
  QueueItem,
  RecordingRow,
  Role,
  StaffMember,
  StaffRow,
  WaitingAct,
} from '#src/api/desk.ts';
import { ACTS_OF, DESK_CALLS, QUEUES_OF, SECOND_PERSON_ABOVE } from '#src/api/deskRights.ts';
import { HOUR, MINUTE, nairobiDate, startOfDate } from '#machines/model/calendar.ts';

/** The password of every member, whose name is the role. The code is always the same. */
export const PASSWORD = 'a long enough password';
export const CODE = '123456';

/** Monday 23 November 2026, 10:00 in Nairobi. */
export const START = startOfDate('2026-11-23') + 10 * HOUR;

const refuse = (error: DeskRefusal['error'], message: string): never => {
  throw Object.assign(new Error(message), { error, message });
};

const MEMBERS: readonly StaffRow[] = [
  ...(['reviewer', 'payments', 'support', 'administrator'] as const).map((role, n): StaffRow => ({
    staffId: `s${n + 1}`,
    name: { reviewer: 'Amina Wanjiru', payments: 'Brian Otieno', support: 'Carol Mwikali', administrator: 'Daniel Kiptoo' }[role],
    role,
    ownMobile: role === 'reviewer' ? '254722000001' : null,
    isActive: true,
    lastSeenAt: START - HOUR,
  })),
  { staffId: 's6', name: 'Grace Wambui', role: 'analyst', ownMobile: null, isActive: true, lastSeenAt: null },
  { staffId: 's5', name: 'Esther Njeri', role: 'payments', ownMobile: null, isActive: true, lastSeenAt: null },
];

const RECORDINGS: readonly RecordingRow[] = Array.from({ length: 31 }, (_, n) => ({
  journey: n.toString(16).padStart(32, '0'),
  at: START - (31 - n) * HOUR,
  release: n < 20 ? '1.0.0' : '1.1.0',
  language: n % 3 === 0 ? 'sw' : 'en',
  deviceClass: n % 2 === 0 ? 'low' : 'middle',
  product: n % 5 === 0 ? null : 'first-loan',
  steps: 12 + 7 * n,
  bytes: 900 + 90 * n,
}));

const head = (queue: Queue, name: string, hours: number, why: string) => ({
  caseId: `${queue}:${name}`,
  since: START - hours * HOUR,
  promisedBy: START + (24 - 7 * hours) * HOUR,
  isEscalated: 24 - 7 * hours < 0,
  amount: 850_000,
  why,
  takenBy: null,
  isOwn: false,
  isWaiting: true,
  orderNo: 'LN100234',
  status: 1 as const,
  borrower: { name: 'Grace W•••••', mobile: '+254 712 ••• 678', language: 'sw', loansRepaid: 2 },
  history: [
    { at: START - hours * HOUR, who: 'borrower', what: 'Sent the application.' },
    { at: START - hours * HOUR + MINUTE, who: 'rules', what: `Left it to a person: ${why.toLowerCase()}.` },
  ],
  covered: [] as readonly Covered[],
  uncovered: [] as readonly Covered[],
  acts: [],
  waiting: [],
});

/** The cases at the start: one or more of every kind. */
function firstCases(): DeskCase[] {
  const onCard = (field: string, label: string) => ({ field, label, group: 'On the card' });
  const work = (field: string, label: string) => ({ field, label, group: 'Your work' });
  const card = (typed: string, read: string) => ({ typed, read, agrees: typed === read });
  const application = (name: string, hours: number): DeskCase => ({
    ...head('applications', name, hours, 'Another name on the ID card'),
    queue: 'applications',
    covered: ['photos', 'idNumber', 'mobile', 'contacts'],
    lines: [
      { ...onCard('name', 'Name'), typed: 'Grace Wambui', read: 'Grace Wambua', differs: true },
      { ...onCard('number', 'ID number'), typed: '•••• 5678', read: '•••• 5678', differs: false },
      { ...onCard('birthday', 'Date of birth'), typed: '15-03-1992', read: '15-03-1992', differs: false },
      { ...work('monthlySalary', 'Monthly income'), typed: 'KSh 30,000 to 39,999', read: null, differs: false },
    ],
    identity: {
      card: {
        is: 'read',
        lines: {
          name: card('Grace Wambui', 'Grace Wambua'),
          number: card('12345678', '12345678'),
          birthday: card('15-03-1992', '15-03-1992'),
        },
      },
      back: { is: 'recognised' },
      face: { is: 'undecided' },
    },
    pictures: [
      { name: 'p-front', words: 'Front of the ID card' },
      { name: 'p-face', words: 'Face' },
    ],
    reasons: ['The name on the card differs from the name that was typed.', 'The face was not recognised.'],
    principal: 850_000,
    termDays: 30,
  });
  const rail = { receipt: 'QK12AB34CD', amount: 320_000, account: 'LN100234', at: START - 5 * HOUR };
  return [
    application('LN100234', 3),
    application('LN100240', 1),
    { ...application('LN100111', 4), queue: 'secondLooks', caseId: 'secondLooks:LN100111', why: 'Asked for a second look' } as DeskCase,
    { ...head('proofs', 'PR1', 2, 'Receipt not counted'), queue: 'proofs', receipt: 'QK12AB34CD', claimed: 320_000, pictures: [], rail },
    {
      ...head('proofs', 'PR2', 1, 'Receipt not counted'),
      queue: 'proofs',
      receipt: 'QK99ZZ99ZZ',
      claimed: 900_000,
      pictures: [],
      rail: 'unknown',
    },
    {
      ...head('messages', 'TK1', 2, 'Question about a payment'),
      queue: 'messages',
      ticketNo: 'TK1',
      subject: 'My payment',
      description: 'I paid yesterday and the app still shows the loan.',
      messages: [{ id: 1, author: 'borrower', text: 'I paid yesterday and the app still shows the loan.', at: START - 2 * HOUR }],
      pictures: [],
    },
    {
      ...head('unplacedMoney', 'UM1', 5, 'No loan has this account number'),
      queue: 'unplacedMoney',
      receipt: 'QK55AA55AA',
      account: 'LN1O0234',
      reported: 150_000,
      rail,
    },
    {
      ...head('overpayments', 'OP1', 6, 'Paid twice'),
      queue: 'overpayments',
      receipt: 'QK77BB77BB',
      over: 120_000,
      paidAt: START - 6 * HOUR,
    },
    {
      ...head('payouts', 'PO1', 1, 'M-PESA reported a failure'),
      queue: 'payouts',
      payoutId: 'PO1',
      said: 'M-PESA reported 2001: The initiator information is invalid.',
      sentAt: START - 5 * HOUR,
      reference: 'AG_1',
    },
    { ...head('closures', 'CL1', 1, 'A ticket is open'), queue: 'closures', reason: 'notNeeded', bar: 'A ticket is still open.' },
    {
      ...head('overdue', 'LN100050', 2, 'Nine days late'),
      queue: 'overdue',
      owed: { principal: 500_000, interest: 45_000, penalty: 9_000 },
      dueDate: '2026-11-14',
      daysLate: 9,
      sent: [{ at: START - 48 * HOUR, text: 'Your loan was due on 14 Nov. Pay KSh 5,540 to stop the late charge.', isDelivered: true }],
    },
  ];
}

type Held = { [C in DeskCall]: (input: DeskInput<C>, by: StaffMember, at: number) => DeskOutput<C> };

export interface DeskLender {
  now: () => number;
  pass: (ms: number) => void;
  /** @param cookie of a browser; null: none. @returns the answer and the cookie that it sets. @throws a {@link DeskRefusal}. */
  call: <C extends DeskCall>(name: C, input: DeskInput<C>, cookie: string | null) => { data: DeskOutput<C>; cookie?: string | null };
  /** Makes a session of a clerk who did not sign in. @returns its cookie. */
  signedIn: (role: Role, name?: string) => string;
  endSessions: () => void;
  log: readonly DeskLogLine[];
  /** The acts that were carried out, once each. */
  done: readonly { caseId: string; act: DeskAct; by: string }[];
}

const IDLE = 15 * MINUTE;

export function createDeskLender(): DeskLender {
  let now = START;
  const staff: StaffRow[] = MEMBERS.map((row) => ({ ...row }));
  const cases = new Map(firstCases().map((one) => [one.caseId, one]));
  const waiting = new Map<string, WaitingAct>();
  const uncovered = new Map<string, Set<Covered>>();
  const sessions = new Map<string, { staffId: string; endsAt: number; idleUntil: number }>();
  const halves = new Map<string, string>();
  const answers = new Map<string, unknown>();
  const log: DeskLogLine[] = [];
  const done: { caseId: string; act: DeskAct; by: string }[] = [];
  let serial = 0;

  const memberOf = (staffId: string): StaffRow => staff.find((row) => row.staffId === staffId) ?? refuse('unknownCase', 'No such member.');
  const personOf = ({ staffId, name, role }: StaffRow): StaffMember => ({ staffId, name, role });
  const note = (by: StaffMember, what: string, caseId: string | null, reason: string | null = null): void => {
    log.unshift({ line: log.length + 1, at: now, who: by.name, what, caseId, reason });
  };

  const sessionOf = (cookie: string): DeskSession => {
    const { staffId, endsAt, idleUntil } = sessions.get(cookie) ?? refuse('signedOut', 'Your session has ended. Sign in again.');
    const member = personOf(memberOf(staffId));
    return {
      ...member,
      csrf: `csrf-${cookie}`,
      endsAt,
      idleUntil,
      queues: QUEUES_OF[member.role],
      acts: ACTS_OF[member.role],
      hasPasskey: false,
    };
  };
  const open = (staffId: string): string => {
    const cookie = `session-${++serial}`;
    sessions.set(cookie, { staffId, endsAt: now + 8 * HOUR, idleUntil: now + IDLE });
    return cookie;
  };

  const POSSIBLE: Readonly<Record<Queue, readonly DeskAct['name'][]>> = {
    applications: ['approve', 'reject', 'askPhoto'],
    secondLooks: ['approve', 'reject', 'askPhoto'],
    proofs: ['countProof', 'refuseProof'],
    messages: ['answer', 'blockNumber'],
    unplacedMoney: ['place', 'refusePayment', 'refund'],
    overpayments: ['refund'],
    payouts: ['payoutArrived', 'payoutFailed'],
    closures: ['answer'],
    overdue: ['writeOff', 'correct', 'blockNumber', 'answer'],
    approvals: [],
  };

  function find(caseId: string, by: StaffMember): DeskCase {
    const found = cases.get(caseId) ?? refuse('unknownCase', 'This case is finished or was never there.');
    if (!QUEUES_OF[by.role].includes(found.queue)) refuse('notAllowed', 'Your role does not handle this queue.');
    return found;
  }
  function seenBy(caseId: string, by: StaffMember): DeskCase {
    const found = find(caseId, by);
    const isMine = found.takenBy?.staffId === by.staffId;
    return {
      ...found,
      uncovered: [...(uncovered.get(`${by.staffId} ${caseId}`) ?? [])],
      acts: isMine ? POSSIBLE[found.queue].filter((act) => ACTS_OF[by.role].includes(act)) : [],
      waiting: [...waiting.values()].filter((one) => one.caseId === caseId),
    };
  }
  const change = (caseId: string, part: Partial<DeskCase>): void => {
    cases.set(caseId, { ...cases.get(caseId), ...part } as DeskCase);
  };
  const itemOf = ({ caseId, queue, since, promisedBy, isEscalated, amount, why, takenBy, isOwn }: DeskCase): QueueItem => ({
    caseId,
    queue,
    since,
    promisedBy,
    isEscalated,
    amount,
    why,
    takenBy,
    isOwn,
  });
  const inQueue = (queue: Queue): DeskCase[] =>
    [...cases.values()].filter((one) => one.queue === queue).sort((a, b) => (a.promisedBy ?? 0) - (b.promisedBy ?? 0));

  const needsSecond = (act: DeskAct): boolean => act.name === 'refund' || ('amount' in act && act.amount > SECOND_PERSON_ABOVE);
  function carryOut(caseId: string, act: DeskAct, by: StaffMember): void {
    done.push({ caseId, act, by: by.name });
    note(by, `Did: ${act.name}`, caseId, 'reason' in act ? act.reason : null);
    cases.delete(caseId);
  }

  const calls: Omit<Held, 'session' | 'signIn' | 'confirmCode' | 'passkeySignIn' | 'acceptInvitation' | 'signOut'> = {
    passkeyChallenge: () => ({ options: {} }),
    account: () => ({
      hasPassword: true,
      passkeys: [{ passkeyId: 'pk1', label: 'Laptop at the counter', createdAt: START, lastUsedAt: null }],
    }),
    changePassword: ({ password }) =>
      password === PASSWORD ? { changed: true } : refuse('wrongSignIn', 'This is not your present password.'),
    removePasskey: () => ({ hasPassword: true, passkeys: [] }),
    renewAuthenticator: () => ({ authenticator: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/desk?secret=JBSWY3DPEHPK3PXP' } }),
    confirmAuthenticator: ({ code }) => (code === CODE ? { renewed: true } : refuse('badInput', 'This code is wrong.')),
    passkeyRegistration: () => ({ options: {} }),
    addPasskey: () => ({ hasPasskey: true }),
    readInvitation: ({ invitation }) =>
      invitation === 'good'
        ? { ...personOf(memberOf('s5')), authenticator: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/desk?secret=JBSWY3DPEHPK3PXP' } }
        : refuse('unknownCase', 'This invitation has expired or was used.'),
    queues: (_, by) =>
      QUEUES_OF[by.role].map((queue) => {
        const items = inQueue(queue);
        return {
          queue,
          waiting: items.length,
          nextPromise: items[0]?.promisedBy ?? null,
          escalated: items.filter(({ isEscalated }) => isEscalated).length,
        };
      }),
    queue: ({ queue }, by) =>
      QUEUES_OF[by.role].includes(queue)
        ? { items: inQueue(queue).map(itemOf), more: false }
        : refuse('notAllowed', 'Your role does not handle this queue.'),
    case({ caseId }, by) {
      const found = seenBy(caseId, by);
      if (found.isOwn) refuse('ownCase', 'This case is about your own number. Somebody else handles it.');
      note(by, 'Looked at the case', caseId);
      return found;
    },
    find({ query, reason }, by) {
      note(by, `Searched: ${query}`, null, reason);
      return [...cases.values()].filter((one) => QUEUES_OF[by.role].includes(one.queue) && one.orderNo?.includes(query)).map(itemOf);
    },
    transitions({ orderNo, reason }, by) {
      note(by, `transitions ${orderNo}`, null, reason);
      return [];
    },
    take({ caseId }, by) {
      const found = find(caseId, by);
      if (found.isOwn) refuse('ownCase', 'This case is about your own number. Somebody else handles it.');
      if (found.takenBy && found.takenBy.staffId !== by.staffId) refuse('takenByOther', `${found.takenBy.name} has taken this case.`);
      change(caseId, { takenBy: personOf(memberOf(by.staffId)) });
      return seenBy(caseId, by);
    },
    putBack({ caseId }, by) {
      if (find(caseId, by).takenBy?.staffId !== by.staffId) refuse('notTaken', 'You have not taken this case.');
      change(caseId, { takenBy: null });
      return seenBy(caseId, by);
    },
    uncover({ caseId, what, reason }, by) {
      find(caseId, by);
      const key = `${by.staffId} ${caseId}`;
      uncovered.set(key, new Set([...(uncovered.get(key) ?? []), what]));
      note(by, `Uncovered: ${what}`, caseId, reason);
      const values: Record<Covered, Record<string, string>> = {
        photos: {},
        idNumber: { 'ID number': '12345678' },
        mobile: { mobile: '+254 712 345 678' },
        contacts: { 'First contact': 'Peter Wambui, +254 733 111 222' },
      };
      return { values: values[what] };
    },
    act({ caseId, act }, by) {
      const found = seenBy(caseId, by);
      if (found.takenBy?.staffId !== by.staffId) refuse('notTaken', 'Take the case first.');
      if (!found.acts.includes(act.name)) refuse('notAllowed', 'Your role does not do this.');
      if (act.name === 'countProof' && found.queue === 'proofs' && found.rail === 'unknown')
        refuse('receiptUnknown', 'M-PESA does not know this receipt, so it cannot be counted.');
      if (!needsSecond(act)) {
        carryOut(caseId, act, by);
        return { state: 'done', case: { ...found, acts: [] } };
      }
      const approvalId = `A${++serial}`;
      const wait: WaitingAct = { approvalId, caseId, act, by: personOf(memberOf(by.staffId)), at: now };
      waiting.set(approvalId, wait);
      note(by, `Asked for a second person: ${act.name}`, caseId);
      cases.set(`approvals:${approvalId}`, {
        ...found,
        queue: 'approvals',
        caseId: `approvals:${approvalId}`,
        why: `Confirm: ${act.name}`,
        takenBy: null,
        waiting: [],
        act: wait,
      } as DeskCase);
      return { state: 'waitsForSecond', case: seenBy(caseId, by) };
    },
    decideWaiting({ approvalId, decision }, by) {
      const wait = waiting.get(approvalId) ?? refuse('tooLate', 'Somebody has decided this already.');
      if (wait.by.staffId === by.staffId) refuse('needsSecondPerson', 'Somebody else has to confirm what you asked for.');
      waiting.delete(approvalId);
      cases.delete(`approvals:${approvalId}`);
      if (decision === 'confirm') carryOut(wait.caseId, wait.act, by);
      else note(by, `Declined: ${wait.act.name}`, wait.caseId);
      return { state: decision === 'confirm' ? 'done' : 'declined' };
    },
    figures: ({ day }) => ({
      day,
      applications: [
        { stage: 'application', count: 41 },
        { stage: 'assessment', count: 9 },
        { stage: 'offer', count: 12 },
        { stage: 'loan', count: 180 },
      ],
      decisions: [
        { outcome: 'approved', by: 'rules', reason: 'score', count: 22 },
        { outcome: 'approved', by: 'person', reason: 'identity', count: 4 },
        { outcome: 'rejected', by: 'rules', reason: 'arrears', count: 7 },
        { outcome: 'rejected', by: 'person', reason: 'idNumber', count: 2 },
      ],
      payouts: { count: 19, amount: 15_200_000 },
      due: { count: 24, amount: 18_400_000 },
      paid: { count: 21, amount: 16_150_000 },
      arrears: [
        { fromDays: 1, count: 14, amount: 9_800_000 },
        { fromDays: 8, count: 9, amount: 6_200_000 },
        { fromDays: 31, count: 5, amount: 3_100_000 },
        { fromDays: 61, count: 2, amount: 1_400_000 },
        { fromDays: 91, count: 3, amount: 2_050_000 },
      ],
      promises: { kept: 31, missed: day === nairobiDate(START) ? 2 : 0 },
    }),
    log: ({ caseId, before }) =>
      log.filter((line) => (caseId === null || line.caseId === caseId) && (before === null || line.line < before)).slice(0, 50),
    recordings: ({ language, after }) => {
      const rows = RECORDINGS.filter((row) => language === undefined || row.language === language);
      const from = after === null ? 0 : rows.findIndex(({ journey }) => journey === after) + 1;
      return { rows: rows.slice(from, from + 20), total: rows.length, more: from + 20 < rows.length };
    },
    staff: () => staff.map((row) => ({ ...row })),
    invite({ name, role, ownMobile }, by) {
      staff.push({ staffId: `s${staff.length + 1}`, name, role, ownMobile, isActive: true, lastSeenAt: null });
      note(by, `Invited ${name} as ${role}`, null);
      return { link: 'https://lender.example/desk#invitation=good' };
    },
    changeStaff({ staffId, role, isActive, ownMobile }, by) {
      const row = memberOf(staffId);
      Object.assign(row, role && { role }, isActive !== undefined && { isActive }, ownMobile !== undefined && { ownMobile });
      note(by, `Changed ${row.name}`, null);
      return { ...row };
    },
  };

  /** Calls that an open page makes by itself. They do not prolong a session. */
  const NO_ACTIVITY: readonly DeskCall[] = ['session', 'queues'];

  function answer<C extends DeskCall>(name: C, input: DeskInput<C>, cookie: string | null): { data: unknown; cookie?: string | null } {
    const signedIn = (staffId: string) => {
      const made = open(staffId);
      return { data: sessionOf(made), cookie: made };
    };
    if (name === 'signIn') {
      const { name: typed, password } = input as DeskInput<'signIn'>;
      const member = staff.find((row) => row.name === typed || row.role === typed);
      if (!member || password !== PASSWORD) return refuse('wrongSignIn', 'Name or password is wrong.');
      const half = `half-${++serial}`;
      halves.set(half, member.staffId);
      return { data: { next: 'code' }, cookie: half };
    }
    if (name === 'confirmCode') {
      const staffId = halves.get(cookie ?? '') ?? refuse('signedOut', 'Type your password again.');
      return (input as DeskInput<'confirmCode'>).code === CODE ? signedIn(staffId) : refuse('wrongSignIn', 'This code is wrong.');
    }
    if (name === 'passkeySignIn') return signedIn('s1');
    if (name === 'acceptInvitation')
      return (input as DeskInput<'acceptInvitation'>).password.length < 12
        ? refuse('badInput', 'A password has at least 12 characters.')
        : signedIn('s5');
    const roles: readonly Role[] | null = DESK_CALLS[name];
    if (roles === null) return { data: (calls as unknown as Record<string, (input: unknown) => unknown>)[name]?.(input) };
    const session = sessions.get(cookie ?? '');
    if (!session || now >= Math.min(session.endsAt, session.idleUntil)) refuse('signedOut', 'Your session has ended. Sign in again.');
    if (name === 'signOut') {
      sessions.delete(cookie ?? '');
      return { data: { signedOut: true }, cookie: null };
    }
    if (session && !NO_ACTIVITY.includes(name)) session.idleUntil = now + IDLE;
    const clerk = sessionOf(cookie ?? '');
    if (!roles.includes(clerk.role)) refuse('notAllowed', 'Your role does not allow this.');
    if (name === 'session') return { data: clerk };
    const run = (calls as unknown as Record<string, (input: unknown, by: StaffMember) => unknown>)[name];
    const by: StaffMember = { staffId: clerk.staffId, name: clerk.name, role: clerk.role };
    const key = 'requestId' in input ? `${clerk.staffId} ${(input as { requestId: string }).requestId}` : null;
    if (key !== null && answers.has(key)) return { data: answers.get(key) };
    const data = run?.(input, by);
    if (key !== null) answers.set(key, data);
    return { data };
  }

  return {
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    call: (name, input, cookie) => answer(name, input, cookie) as never,
    signedIn: (role, name) =>
      open((staff.find((row) => row.role === role && (name === undefined || row.name === name)) as StaffRow).staffId),
    endSessions: () => sessions.clear(),
    log,
    done,
  };
}
