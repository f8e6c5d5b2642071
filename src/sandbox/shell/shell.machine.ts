/**
 * The simulated native shell: it receives the app's requests, shows its own sheets over the phone, and answers. It
 * emits its messages as `message.sent` events; `bridgeHost.ts` sends them to the frame.
 */
import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate';
import { toProblem, type Problem } from '#machines/model/codes.ts';
import { toMsisdn } from '#machines/model/phoneNumber.ts';
import {
  answer,
  pending,
  refusal,
  type ShellAction,
  type ShellApp,
  type ShellInfo,
  type ShellMessage,
  type ShellRequest,
  type ShellSession,
} from '#src/bridge/messages.ts';
import type { CodePurpose } from '#src/api/payloads.ts';
import { addLine, type LogLine } from './log.ts';
import { defaultContacts, defaultSettings, type Contact, type ShellSettings } from './shellSettings.ts';

export const SHELL: ShellInfo = {
  shell: 'Sandbox shell 1.0',
  actions: ['hello', 'toLogin', 'getLoginInfo', 'logout', 'logEventByLocal', 'logEventByAF', 'timeSDK', 'selectContact'],
};

/** The shell's description of itself. Settings shows the edition; every call carries the attribution id. */
export const SIMULATED_APP: ShellApp = { edition: 'sandbox', afid: 'sandbox-1', deviceMsg: 'Simulated phone' };

export interface ShellContext {
  settings: ShellSettings;
  contacts: readonly Contact[];
  /** The borrower who is signed in to the shell. */
  session: ShellSession | null;
  /** The request whose sheet is open. */
  asked: ShellRequest | null;
  mobile: string;
  purpose: CodePurpose;
  problem: Problem | null;
  log: readonly LogLine[];
}

export type ShellEvent =
  | { type: 'request.received'; request: ShellRequest; at: number }
  | { type: 'message.sent'; message: ShellMessage; at: number }
  | { type: 'foreign.refused'; origin: string; at: number }
  | { type: 'frame.opened'; opening: number; at: number }
  | { type: 'frame.closed'; at: number }
  | { type: 'settings.changed'; settings: ShellSettings }
  | { type: 'contact.saved'; contact: Contact }
  | { type: 'contact.removed'; id: string }
  | { type: 'contact.picked'; contact: Contact }
  | { type: 'mobile.submitted'; mobile: string }
  | { type: 'code.submitted'; code: string }
  | { type: 'data.collected'; request: CollectRequest; status: 0 | -1 }
  | { type: 'sheet.cancelled' }
  | { type: 'log.cleared' }
  | { type: 'phone.reset' };

/** @property request the answered request: the host needs its action to choose the delivery. */
export interface SentMessage {
  type: 'message.sent';
  to: ShellRequest;
  message: ShellMessage;
}

/** The shell uploads by itself: collected data never enters the page. */
export interface Collecting {
  type: 'collecting';
  request: CollectRequest;
  contacts: readonly Contact[];
}
type CollectRequest = Extract<ShellRequest, { action: 'timeSDK' }>;

const unbound = <Out, In>(name: string) => fromPromise<Out, In>(() => Promise.reject(new Error(`${name} is not bound`)));

type Input = Partial<Pick<ShellContext, 'settings' | 'contacts' | 'session'>>;

const shellSetup = setup({
  types: {
    context: {} as ShellContext,
    events: {} as ShellEvent,
    emitted: {} as SentMessage | Collecting,
    input: {} as Input,
    tags: {} as 'busy',
  },
  actors: {
    /** Sends a code to the number. @returns the purpose of the code. */
    requestCode: unbound<{ purpose: CodePurpose }, { mobile: string }>('requestCode'),
    signIn: unbound<ShellSession, { mobile: string; code: string; purpose: CodePurpose }>('signIn'),
  },
  guards: {
    isAbsent: ({ context }) => context.settings.presence === 'absent',
    asks: ({ event }, p: { action: ShellAction }) => event.type === 'request.received' && event.request.action === p.action,
    opensLogin: ({ context, event }) =>
      context.settings.login === 'own' && event.type === 'request.received' && event.request.action === 'toLogin',
    isMobile: (_, p: { mobile: string }) => toMsisdn(p.mobile) !== null,
  },
  actions: {
    logRequest: assign(({ context, event }) =>
      event.type === 'request.received'
        ? { log: addLine(context.log, { at: event.at, from: 'app', text: event.request.action, detail: event.request.payload }) }
        : {},
    ),
    logMessage: assign(({ context, event }) =>
      event.type === 'message.sent' ? { log: addLine(context.log, { at: event.at, from: 'shell', ...logText(event.message) }) } : {},
    ),
    logForeign: assign(({ context, event }) =>
      event.type === 'foreign.refused'
        ? { log: addLine(context.log, { at: event.at, from: 'foreign', text: 'message of another window refused', detail: event.origin }) }
        : {},
    ),
    keepAsked: assign(({ event }) => (event.type === 'request.received' ? { asked: event.request, problem: null } : {})),
    closeSheet: assign({ asked: null, problem: null, mobile: '' }),
    /** Requests that need no person are answered at once. */
    answerAtOnce: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'request.received') return;
      const { request } = event;
      const say = (message: ShellMessage): void => enqueue(emit({ type: 'message.sent', to: request, message }));
      switch (request.action) {
        case 'hello':
          return say(answer(request, SHELL));
        case 'getLoginInfo':
          return say(answer(request, { ...(context.session ?? { token: null }), app: SIMULATED_APP }));
        case 'toLogin':
          return say(answer(request, { ok: false, reason: 'unavailable' }));
        case 'logout':
          enqueue.assign({ session: null });
          return say(answer(request, null));
        case 'timeSDK':
          if (context.settings.collects === 'failed') return say(answer(request, { status: -1 }));
          if (context.settings.collects === 'started') say(answer(request, { status: 1 }));
          return enqueue(emit({ type: 'collecting', request, contacts: context.contacts }));
        case 'logEventByLocal':
        case 'logEventByAF':
          return;
        default:
          say(refusal(request, `unknown action ${String((request as { action: unknown }).action)}`));
      }
    }),
    /** The upload has ended. An app that got the answer `started` gets no second one. */
    answerCollected: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'data.collected' || context.settings.collects === 'started') return;
      enqueue(emit({ type: 'message.sent', to: event.request, message: answer(event.request, { status: event.status }) }));
    }),
    sayPending: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'request.received') enqueue(emit({ type: 'message.sent', to: event.request, message: pending(event.request) }));
    }),
    sayBusy: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'request.received')
        enqueue(emit({ type: 'message.sent', to: event.request, message: refusal(event.request, 'another sheet is open') }));
    }),
    answerContact: enqueueActions(({ context, event, enqueue }) => {
      if (context.asked?.action !== 'selectContact') return;
      const picked =
        event.type === 'contact.picked'
          ? ({ ok: true, name: event.contact.name, phone: event.contact.phone } as const)
          : ({ ok: false } as const);
      enqueue(emit({ type: 'message.sent', to: context.asked, message: answer(context.asked, picked) }));
    }),
    answerSignedIn: enqueueActions(({ context, enqueue }, p: { session: ShellSession }) => {
      enqueue.assign({ session: p.session });
      if (context.asked?.action === 'toLogin')
        enqueue(emit({ type: 'message.sent', to: context.asked, message: answer(context.asked, { ok: true, ...p.session }) }));
    }),
    answerLoginCancelled: enqueueActions(({ context, enqueue }) => {
      if (context.asked?.action === 'toLogin')
        enqueue(emit({ type: 'message.sent', to: context.asked, message: answer(context.asked, { ok: false, reason: 'cancelled' }) }));
    }),
    setProblem: assign((_, p: { error: unknown }) => ({ problem: toProblem(p.error) })),
  },
});

const failed = { type: 'setProblem', params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }) } as const;
/** While a sheet is open, a request for another one is refused. Other requests are answered. */
const oneSheetAtATime = [
  { guard: 'isAbsent', actions: 'logRequest' },
  { guard: { type: 'asks', params: { action: 'toLogin' } }, actions: ['logRequest', 'sayBusy'] },
  { guard: { type: 'asks', params: { action: 'selectContact' } }, actions: ['logRequest', 'sayBusy'] },
  { actions: ['logRequest', 'answerAtOnce'] },
] as const;

export const shellMachine = shellSetup.createMachine({
  id: 'shell',
  context: ({ input }) => ({
    settings: input.settings ?? defaultSettings,
    contacts: input.contacts ?? defaultContacts,
    session: input.session ?? null,
    asked: null,
    mobile: '',
    purpose: 'login',
    problem: null,
    log: [],
  }),
  initial: 'listening',
  on: {
    'message.sent': { actions: 'logMessage' },
    'foreign.refused': { actions: 'logForeign' },
    'settings.changed': { actions: assign(({ event }) => ({ settings: event.settings })) },
    'contact.saved': { actions: assign(({ context, event }) => ({ contacts: saveContact(context.contacts, event.contact) })) },
    'contact.removed': {
      actions: assign(({ context, event }) => ({ contacts: context.contacts.filter((contact) => contact.id !== event.id) })),
    },
    'data.collected': { actions: 'answerCollected' },
    'log.cleared': { actions: assign({ log: [] }) },
    // A new page has sent no requests yet. Requests of the page before it are dropped.
    'frame.opened': {
      target: '.listening',
      actions: [
        assign(({ context, event }) => ({
          log: addLine(context.log, { at: event.at, from: 'phone', text: 'web view opened', detail: event.opening }),
        })),
        'closeSheet',
      ],
    },
    'frame.closed': {
      target: '.listening',
      actions: [
        assign(({ context, event }) => ({ log: addLine(context.log, { at: event.at, from: 'phone', text: 'web view closed' }) })),
        'closeSheet',
      ],
    },
    'phone.reset': {
      target: '.listening',
      actions: [assign({ settings: defaultSettings, contacts: defaultContacts, session: null, log: [] }), 'closeSheet'],
    },
  },
  states: {
    listening: {
      on: {
        'request.received': [
          { guard: 'isAbsent', actions: 'logRequest' },
          {
            guard: { type: 'asks', params: { action: 'selectContact' } },
            target: 'showingPhoneBook',
            actions: ['logRequest', 'keepAsked', 'sayPending'],
          },
          {
            guard: 'opensLogin',
            target: 'showingLogin',
            actions: ['logRequest', 'keepAsked', 'sayPending'],
          },
          { actions: ['logRequest', 'answerAtOnce'] },
        ],
      },
    },
    showingPhoneBook: {
      on: {
        'request.received': oneSheetAtATime,
        'contact.picked': { target: 'listening', actions: ['answerContact', 'closeSheet'] },
        'sheet.cancelled': { target: 'listening', actions: ['answerContact', 'closeSheet'] },
      },
    },
    showingLogin: {
      initial: 'enteringMobile',
      on: {
        'request.received': oneSheetAtATime,
        'sheet.cancelled': { target: 'listening', actions: ['answerLoginCancelled', 'closeSheet'] },
      },
      states: {
        enteringMobile: {
          on: {
            'mobile.submitted': [
              {
                guard: { type: 'isMobile', params: ({ event }) => event },
                target: 'sendingCode',
                actions: assign(({ event }) => ({ mobile: event.mobile, problem: null })),
              },
              {
                actions: {
                  type: 'setProblem',
                  params: { error: { code: -1, message: 'Enter a Kenyan mobile number, like 0712 345 678.' } },
                },
              },
            ],
          },
        },
        sendingCode: {
          tags: ['busy'],
          invoke: {
            id: 'requestCode',
            src: 'requestCode',
            input: ({ context }) => ({ mobile: context.mobile }),
            onDone: { target: 'enteringCode', actions: assign(({ event }) => ({ purpose: event.output.purpose })) },
            onError: { target: 'enteringMobile', actions: failed },
          },
        },
        enteringCode: {
          on: { 'code.submitted': { target: 'verifying', actions: assign({ problem: null }) } },
        },
        verifying: {
          tags: ['busy'],
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ context, event }) => ({
              mobile: context.mobile,
              purpose: context.purpose,
              code: event.type === 'code.submitted' ? event.code : '',
            }),
            onDone: {
              target: '#shell.listening',
              actions: [{ type: 'answerSignedIn', params: ({ event }) => ({ session: event.output }) }, 'closeSheet'],
            },
            onError: { target: 'enteringCode', actions: failed },
          },
        },
      },
    },
  },
});

const saveContact = (contacts: readonly Contact[], saved: Contact): readonly Contact[] =>
  contacts.some((contact) => contact.id === saved.id)
    ? contacts.map((contact) => (contact.id === saved.id ? saved : contact))
    : [...contacts, saved];

/** One message of the shell as a line of the log. */
function logText(message: ShellMessage): { text: string; detail?: unknown } {
  if ('ready' in message) return { text: 'ready', detail: message.ready };
  if ('push' in message) return { text: 'push', detail: message.push };
  if ('login' in message) return { text: 'login', detail: message.login };
  if ('pending' in message) return { text: 'pending' };
  return message.ok ? { text: 'answer', detail: message.result } : { text: 'refusal', detail: message.error };
}
