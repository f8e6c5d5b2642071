/**
 * `/sandbox/api`: the phone, M-PESA and the clock of the sandbox, as plain JSON. The work of clerks is done at the desk. Registered
 * in sandbox mode only, so that these addresses do not exist in production.
 */
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { CODE } from '#machines/model/codes.ts';
import { DATA_KINDS, type DataKind } from '#machines/model/collection.ts';
import type { DataCollection } from '#server/collection/dataCollection.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import { PICTURE_HEADERS } from '#server/pictures/pictureHeaders.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { isEndCode, type Sessions } from '#server/identity/sessionTokens.ts';
import type { Simulator } from '#server/simulation/rail/simulator.ts';
import { DEFAULT_SWITCHES } from '#server/simulation/rail/simulatorState.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import type { SecurityLog } from '#server/store/securityLog.ts';
import type { Store } from '#server/store/store.ts';
import { messageText } from '#server/wire/messageText.ts';
import {
  RAIL_SWITCHES,
  SANDBOX_API,
  SPECIMENS,
  type CommandDone,
  type RailSwitches,
  type SandboxRefusal,
  type SandboxState,
} from '#src/api/sandbox.ts';
import type { SandboxClock } from './sandboxClock.ts';
import type { Decider } from './decider.ts';
import { readTransitions } from '#server/books/orders.ts';
import { resetSandbox } from './reset.ts';
import { specimens } from '#server/simulation/specimens/specimen.ts';
import { cardFor, readFailedCallbacks, readLedger, readOrders, readSms } from './sandboxState.ts';

export interface SandboxOptions {
  store: Store;
  clock: SandboxClock;
  collection: DataCollection;
  sessions: Sessions;
  decider: Decider;
  /** The cases that wait for a clerk at the desk. */
  waiting: () => Promise<SandboxState['waiting']>;
  /** null: the sandbox uses a real Daraja, with real phones and wallets. */
  simulator: Simulator | null;
  security: SecurityLog;
  paybill: string;
  /** The holder of the paybill, as M-PESA names them. */
  company: string;
  /** Runs the due work now. */
  due: { run(): Promise<void> };
  /** Registers the paybill's address again, because the reset has deleted it in the simulated M-PESA. */
  afterReset: () => Promise<unknown>;
}

/** Parameters of all paths; each path has some of them. */
interface Params {
  id: string;
  msisdn: string;
  orderNo: string;
}

/** Number of events shown; older ones are stored. */
const SHOWN_EVENTS = 50;

/** A command cannot be carried out. The message gives the reason in English, the only language of the sandbox's page. */
class CommandRefused extends Error {
  constructor(
    message: string,
    readonly status: 400 | 404 | 409 = 400,
  ) {
    super(message);
  }
}

const numberFrom = (body: object, name: string, least = 0): number => {
  const value: unknown = Reflect.get(body, name);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw new CommandRefused(`${name} must be a whole number from ${least}.`);
  return value;
};

const textFrom = (body: object, name: string): string => {
  const value: unknown = Reflect.get(body, name);
  if (typeof value !== 'string' || value === '') throw new CommandRefused(`${name} must be a text.`);
  return value;
};

const mobileFrom = (text: string): string => {
  const mobile = toMsisdn(text);
  if (mobile === null) throw new CommandRefused(`"${text}" is no Kenyan mobile number.`);
  return mobile;
};

function switchesFrom(body: object): Partial<RailSwitches> {
  const switches: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    const positions: readonly string[] | undefined = RAIL_SWITCHES[name as keyof RailSwitches];
    if (!positions) throw new CommandRefused(`There is no switch "${name}".`);
    if (!positions.includes(value as string)) throw new CommandRefused(`${name} must be one of ${positions.join(', ')}.`);
    switches[name] = value as string;
  }
  return switches;
}

const bodyOf = (body: unknown): object => {
  if (typeof body !== 'object' || body === null) throw new CommandRefused('A JSON object is expected.');
  return body;
};

export const sandbox: FastifyPluginAsync<SandboxOptions> = async (
  app,
  { store, clock, collection, sessions, decider, waiting, simulator, security, paybill, company, due, afterReset },
) => {
  app.setErrorHandler((error, request, reply: FastifyReply) => {
    const refused = (status: number, sentence: string): FastifyReply =>
      reply.code(status).send({ error: sentence } satisfies SandboxRefusal);
    if (error instanceof CommandRefused) return refused(error.status, error.message);
    if (error instanceof Refusal) return refused(error.code === CODE.orderNotFound ? 404 : 409, messageText('en', error.key, error.params));
    if ((error as { statusCode?: number }).statusCode === 400) return refused(400, 'The command is no JSON.');
    if (error instanceof DatabaseUnavailable) return refused(503, 'The database cannot be reached. Try again in a moment.');
    request.log.error(error, 'sandbox');
    return refused(500, 'The sandbox failed; the log says where.');
  });

  /** @returns the simulator. @throws CommandRefused when M-PESA is not simulated. */
  const simulated = (): Simulator => {
    if (!simulator) throw new CommandRefused('M-PESA is not simulated here: DARAJA_ credentials are set.', 409);
    return simulator;
  };

  app.get(`${SANDBOX_API}/state`, async (): Promise<SandboxState> => ({
    now: clock.now(),
    ahead: clock.ahead(),
    sms: await readSms(store.db),
    orders: await readOrders(store.db),
    waiting: (await waiting()).filter((one) => one.waiting > 0),
    decision: decider.mode(),
    prompts: (simulator ? await simulator.prompts() : []).map(({ checkoutId, msisdn, amount, reference, openedAt, expiresAt }) => ({
      id: checkoutId,
      to: msisdn,
      amount,
      business: company,
      account: reference,
      openedAt,
      expiresAt,
    })),
    wallets: simulator ? await simulator.wallets() : [],
    transactions: (simulator ? await simulator.transactions() : []).map(({ receipt, msisdn, amount, reference, at }) => ({
      receipt,
      msisdn,
      amount,
      reference,
      at,
    })),
    failedCallbacks: await readFailedCallbacks(store.db),
    security: await security.read({ limit: SHOWN_EVENTS }),
    rail: simulator ? await simulator.switches() : DEFAULT_SWITCHES,
    paybill,
  }));

  app.get<{ Querystring: { orderNo?: string } }>(`${SANDBOX_API}/ledger`, ({ query }) => readLedger(store.db, query.orderNo));

  app.get<{ Params: { orderNo: string } }>(`${SANDBOX_API}/orders/:orderNo/transitions`, async ({ params }) => {
    const found = await readTransitions(store.db, params.orderNo);
    if (!found) throw new CommandRefused('There is no such order.', 404);
    return found;
  });

  app.get<{ Params: { orderNo: string; side: string } }>(`${SANDBOX_API}/orders/:orderNo/specimens/:side`, async ({ params }, reply) => {
    const card = await cardFor(store.db, params.orderNo);
    const name = SPECIMENS.find((one) => params.side === `${one}.jpg`);
    if (!card || !name) throw new CommandRefused('There is no such specimen.', 404);
    return reply.headers(PICTURE_HEADERS).send(await specimens[name](card));
  });

  /** Adds a command. Due work runs before its answer, so that the next poll shows the effect of the command. */
  const command = (path: string, run: (body: object, params: Params) => Promise<unknown>): void => {
    app.post<{ Params: Params }>(SANDBOX_API + path, async (request): Promise<CommandDone> => {
      await run(bodyOf(request.body), request.params);
      await due.run();
      return { ok: true, now: clock.now() };
    });
  };

  command('/clock', async (body) => {
    const by = 'set' in body ? numberFrom(body, 'set') - clock.now() : numberFrom(body, 'advance');
    if (by < 0) throw new CommandRefused('The clock only goes forward: money has been booked in the present.', 409);
    await clock.advance(store, by);
  });

  command('/prompts/:id', async (body, { id }) => {
    const outcome = await simulated().answer(id, 'cancel' in body ? 'cancel' : { pin: textFrom(body, 'pin') });
    if (outcome === 'closed') throw new CommandRefused('This prompt is not open any more.', 404);
  });

  command('/wallets/:msisdn', (body, { msisdn }) =>
    simulated().setWallet(mobileFrom(msisdn), {
      balance: numberFrom(body, 'balance'),
      ...('name' in body ? { name: textFrom(body, 'name') } : {}),
    }),
  );

  command('/paybill', async (body) => {
    if (textFrom(body, 'businessNumber') !== paybill) throw new CommandRefused(`The lender's business number is ${paybill}.`, 409);
    const payment = {
      msisdn: mobileFrom(textFrom(body, 'msisdn')),
      amount: numberFrom(body, 'amount', 1),
      account: textFrom(body, 'accountNumber'),
    };
    if ((await simulated().payAtPaybill(payment)) === null) throw new CommandRefused('The wallet holds less than that.', 409);
  });

  command('/forge', async (body) => {
    const amount = 'amount' in body ? body.amount : null;
    if (typeof amount !== 'number') throw new CommandRefused('amount must be a number.');
    const receipt = 'receipt' in body ? { receipt: textFrom(body, 'receipt') } : {};
    await simulated().forgePaybill({ amount, account: textFrom(body, 'accountNumber'), ...receipt });
  });

  command('/orders/:orderNo/collection', async (body, { orderNo }) => {
    const kinds = 'kinds' in body && Array.isArray(body.kinds) ? (body.kinds as unknown[]) : [null];
    if (!kinds.every((kind): kind is DataKind => DATA_KINDS.some((one) => one === kind)))
      throw new CommandRefused(`kinds must be some of ${DATA_KINDS.join(', ')}.`);
    await collection.ask(orderNo, kinds);
  });

  command('/decision', async (body) => {
    const mode = textFrom(body, 'mode');
    if (mode !== 'time' && mode !== 'desk') throw new CommandRefused('mode must be time or desk.');
    await decider.set(mode);
  });

  command('/rail', (body) => simulated().setSwitches(switchesFrom(body)));

  command('/sessions/end', async (body) => {
    const code = numberFrom(body, 'code');
    if (!isEndCode(code)) throw new CommandRefused('code must be one of the four session codes.');
    if (!(await sessions.end(mobileFrom(textFrom(body, 'mobile')), code))) throw new CommandRefused('This number has no session.', 404);
  });

  command('/reset', async () => {
    await resetSandbox(store, clock);
    await decider.load();
    await afterReset();
  });
};
