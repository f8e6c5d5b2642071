/** The lender as the page meets it: requests are opened, wait, and are answered with what the path says. */
import type { BrowserContext, Route } from 'playwright-core';
import { deadline } from '../../support/patience.ts';
import type { PortName } from '../cases.ts';
import { createEnvelope } from '#server/wire/envelope.ts';
import { contract, type CallName } from '#src/api/contract.ts';
import type { Problem } from '#machines/model/codes.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { NOW } from '../loans.ts';

interface Asked {
  call: CallName;
  route: Route;
}

/** The data of each call in which a port's answer comes, where it is not the answer itself. */
type Told = (output: never, call: CallName) => unknown;
const TOLD: Partial<Record<PortName, Told>> = {
  requestCode: ({ againAt }: { againAt: number }) => ({ resendAfter: againAt - NOW, validFor: 300_000 }),
  askCaptcha: ({ captcha }: { captcha: unknown }) => ({ required: true, captcha }),
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

/** What a captive portal answers: no client takes it for the lender. */
const NO_ANSWER = '<!doctype html><title>Welcome</title><p>Buy a bundle to go on.';

export interface Wire {
  /** Answers everything that is asked until `isOver`. */
  answer(port: PortName, output: unknown, isOver: () => boolean): Promise<boolean>;
  /** The same with the problem. */
  fail(problem: Problem, isOver: () => boolean): Promise<boolean>;
  /** Calls that wait. */
  waiting(): CallName[];
  forget(): void;
}

/** How far the page is, however busy the machine is. */
export interface Pace {
  /** Ends when all that the page has told so far has arrived here. */
  caughtUp(): Promise<unknown>;
  /** Ends when whatever the page has set off has had its turn. */
  rested(): Promise<unknown>;
}

/** A call that was not made in this time, by a page that is at rest, is not made. ms. */
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

  // What was given up with its state is asked no more.
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
    // A call that was given up with its state is gone.
    route.fulfill({ status: 200, contentType, body }).catch(() => undefined);

  /** Ends everything that is asked until `isOver`; what was given up with its state may still stand among it. @returns whether anything was asked. */
  async function end(isOver: () => boolean, how: (one: Asked) => Promise<unknown>): Promise<boolean> {
    let ended = 0;
    while (!isOver()) {
      const one = await next(isOver);
      if (one === null) break;
      // A request may overtake the page's own word that the call is over: it belongs to the next call then.
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
      const told = TOLD[port] as ((output: unknown, call: CallName) => unknown) | undefined;
      return end(isOver, (one) => {
        const data = told ? told(output, one.call) : output;
        return fulfil(one, JSON.stringify({ code: 0, msg: '', data: data ?? null }));
      });
    },
    fail({ code, message, ...data }, isOver) {
      return end(isOver, (one) =>
        code === LOCAL.networkFailed ? fulfil(one, NO_ANSWER, 'text/html') : fulfil(one, JSON.stringify({ code, msg: message, data })),
      );
    },
    waiting: () => asked.map(({ call }) => call),
    forget: () => {
      asked = [];
    },
  };
}
