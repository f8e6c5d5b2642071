/** The lender of the page: its requests are decrypted and wait until the path answers them. */
import type { BrowserContext, Route } from 'playwright-core';
import { deadline } from '../../support/patience.ts';
import type { PortName } from '#machines/ports/index.ts';
import { createEnvelope } from '#server/wire/envelope.ts';
import { contract, type CallName } from '#src/api/contract.ts';
import type { Captcha } from '#machines/context.ts';
import type { Problem } from '#machines/model/codes.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { NOW } from '../lenderSamples.ts';

interface Asked {
  call: CallName;
  route: Route;
}

/** Data of the answers to a port's calls, for ports whose output is not the data of one call. */
type DataOf = (output: never, call: CallName) => unknown;
const DATA: Partial<Record<PortName, DataOf>> = {
  requestCode: ({ againAt }: { againAt: number }) => ({ resendAfter: againAt - NOW, validFor: 300_000 }),
  askCaptcha: ({ captcha }: { captcha: Captcha | null }) => ({
    required: true,
    captcha: captcha && { ...captcha, waitFor: captcha.waitUntil - NOW },
  }),
  loadVacancies: ({ vacancies }: { vacancies: number }) => ({ products: [], vacancies }),
  loadSaved: (sections: readonly { section: string; values: object; savedAt: number }[]) => ({
    basicInfo: { userId: 'borrower-1', mobile: '254712345678' },
    sections: Object.fromEntries(sections.map(({ section, values }) => [section, values])),
    savedAt: Object.fromEntries(sections.map(({ section, savedAt }) => [section, savedAt])),
  }),
  loadRecords: ({ rows, more }: { rows: object[]; more: boolean }) => ({ rows, more }),
  loadFeedbackQuestions: (questions: object[]) => ({ questions }),
  loadProofs: (proofs: object[]) => ({ proofs }),
  uploadProofPicture: ({ picture }: { picture: string }) => ({ picture }),
  uploadPicture: (name: string) => ({ name }),
  loadTickets: ({ tickets, open }: { tickets: object[]; open: object }, call) => (call === 'feedbackList' ? { tickets } : open),
  loadTicket: (ticket: { messages: object[] }, call) => (call === 'feedbackMessages' ? { messages: ticket.messages } : ticket),
  loadCollection: (asked: object | null, call) => (call === 'timeUploadEnable' ? { enableTimeSdk: asked !== null, upload: null } : asked),
  collectData: (asked: { consents: Record<string, boolean> }, call) =>
    call === 'timeUploadEnable'
      ? { enableTimeSdk: true, upload: { kinds: Object.keys(asked.consents), address: '/upload', token: 'token' } }
      : call === 'devicePackageList'
        ? { packages: [] }
        : asked,
};

/** The page of a captive portal, which the client must not take for an answer of the lender. */
const NO_ANSWER = '<!doctype html><title>Welcome</title><p>Buy a bundle to go on.';

export interface Wire {
  /** Answers every request until `isOver`. @returns whether there was one. */
  answer(port: PortName, output: unknown, isOver: () => boolean): Promise<boolean>;
  /** Fails every request until `isOver`. @returns whether there was one. */
  fail(problem: Problem, isOver: () => boolean): Promise<boolean>;
  /** Pending calls. */
  waiting(): CallName[];
  discard(): void;
}

/** Progress of the page, however busy the machine is. */
export interface Pace {
  /** Resolves when every message that the page sent so far has arrived. */
  caughtUp(): Promise<unknown>;
  /** Resolves when the page is at rest. */
  rested(): Promise<unknown>;
}

/** Milliseconds after which a page at rest counts as not calling. */
const PATIENCE = 3_000;
const MOMENT = 5;
const moment = () => new Promise<void>((done) => setTimeout(done, MOMENT));

export async function openWire(context: BrowserContext, packageName: string, pace: Pace): Promise<Wire> {
  const envelope = createEnvelope(packageName);
  const names = new Map(
    (Object.entries(contract) as [CallName, (typeof contract)[CallName]][]).map(([name, { method, path }]) => [`${method} ${path}`, name]),
  );
  let asked: Asked[] = [];
  await context.route(/\/(api|cou)\/[0-9a-f]+\/e(\?|$)/, (route) => {
    const request = route.request();
    const encrypted = /\/(?:api|cou)\/([0-9a-f]+)\/e/.exec(request.url())?.[1] ?? '';
    const call = names.get(`${request.method()} ${envelope.decrypt(encrypted)}`);
    // No state of the chart waits for the end of a session that was logged out.
    if (call === 'logOut') void route.fulfill({ status: 200, contentType: 'application/json', body: '{"code":0,"msg":"","data":null}' });
    else if (call) asked.push({ call, route });
    else void route.fulfill({ status: 404 });
  });

  // A request that was aborted with its state is no longer pending.
  context.on('requestfailed', (request) => {
    asked = asked.filter(({ route }) => route.request() !== request);
  });

  const next = async (isOver: () => boolean): Promise<Asked | null> => {
    const isLate = deadline(PATIENCE);
    while (asked.length === 0) {
      if (isOver()) return null;
      if (isLate()) {
        await pace.rested();
        break;
      }
      await moment();
    }
    return asked.shift() ?? null;
  };
  const fulfil = ({ route }: Asked, body: string, contentType = 'application/json') =>
    // The request may have been aborted with its state.
    route.fulfill({ status: 200, contentType, body }).catch(() => undefined);

  /** Ends every request until `isOver`; aborted ones may be among them. @returns whether there was one. */
  async function end(isOver: () => boolean, how: (one: Asked) => Promise<unknown>): Promise<boolean> {
    let ended = 0;
    while (!isOver()) {
      const one = await next(isOver);
      if (one === null) break;
      // A request may arrive before the page's message that the call is over: then it belongs to the next call.
      if (ended > 0) await pace.caughtUp();
      if (isOver()) {
        asked.unshift(one);
        break;
      }
      await how(one);
      ended++;
    }
    return ended > 0;
  }

  return {
    answer(port, output, isOver) {
      const dataOf = DATA[port] as ((output: unknown, call: CallName) => unknown) | undefined;
      return end(isOver, (one) => {
        const data = dataOf ? dataOf(output, one.call) : output;
        return fulfil(one, JSON.stringify({ code: 0, msg: '', data: data ?? null }));
      });
    },
    fail({ code, message, ...data }, isOver) {
      return end(isOver, (one) =>
        code === LOCAL.networkFailed ? fulfil(one, NO_ANSWER, 'text/html') : fulfil(one, JSON.stringify({ code, msg: message, data })),
      );
    },
    waiting: () => asked.map(({ call }) => call),
    discard: () => {
      asked = [];
    },
  };
}
