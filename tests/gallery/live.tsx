/**
 * An example that runs, beside the drawings of the gallery: the real machine, with ports that answer at once. A press changes
 * the state as in the app.
 */
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { createActor } from 'xstate';
import type { JourneyContext, Language } from '#machines/context.ts';
import type { JourneyEvent } from '#machines/events.ts';
import { journeyMachine, type JourneyActor, type JourneySnapshot } from '#machines/journey.machine.ts';
import { CODE } from '#machines/model/codes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import type { Ticket, TicketAct } from '#machines/model/feedback.ts';
import type { Order } from '#machines/model/order.ts';
import { shrinkPhoto } from '#src/forms/shrinkPhoto.ts';
import { Frame } from '#src/ui/frame/Frame.tsx';
import { bindPorts } from '#tests/support/bindPorts.ts';
import { drawings, examples } from './allScreens.ts';

declare global {
  interface Window {
    live?: {
      start: (screen: string, example: string, language?: Language) => Promise<void>;
      sent: JourneyEvent[];
      /** Sends an event that no press causes, such as coming back to the app. */
      happens: (event: JourneyEvent) => void;
      context: () => JourneyContext;
      /** The next answer of the phone book; null: closed without a choice. */
      phoneBook: { name: string; phone: string } | null;
      shrink: typeof shrinkPhoto;
    };
  }
}

let root: Root | undefined;
let actor: JourneyActor | undefined;
let drawing: { unsubscribe: () => void } | undefined;
const sent: JourneyEvent[] = [];

/** A lender that never answers, so that the form stays in the state of sending. */
const saving = () => new Promise<Order>(() => undefined);

/** The message with which the lender of this page refuses every new message of a borrower. */
const REFUSED_CONTACT = 'Nobody is reached there';

/** The lender's ticket once a reply is in its message thread. */
const withReply = (ticket: Ticket, act: TicketAct): Ticket =>
  act.is === 'answer'
    ? {
        ...ticket,
        messages: [...ticket.messages, { id: 99, author: 'borrower', text: act.text.trim(), pictures: 0, at: ticket.updatedAt }],
      }
    : ticket;

async function start(screen: string, name: string, language: Language = 'en') {
  const [loaded, found] = await Promise.all([drawings[screen]?.(), examples[screen]?.()]);
  const snapshot = found?.examples[name];
  if (!loaded || !snapshot) throw new Error(`screen ${screen} has no example ${name}`);
  const machine = bindPorts(journeyMachine, {
    pickContact: ({ index }) => Promise.resolve({ index, contact: window.live?.phoneBook ?? null }),
    requestCode: () => Promise.resolve({ againAt: (snapshot.context.now ?? 0) + 42_000 }),
    uploadPhoto: ({ side, turn }) => Promise.resolve({ turn: side === 'face' && turn === null ? 'left' : null }),
    savePersonalInfo: saving,
    saveAdditionalInfo: saving,
    bindAccount: saving,
    saveQuestionnaire: saving,
    loadProofs: () => new Promise((resolve) => setTimeout(resolve, 100, [])),
    sendFeedback: () => Promise.reject({ code: CODE.invalidField, message: REFUSED_CONTACT, fields: { contact: REFUSED_CONTACT } }),
    actOnTicket: ({ act }) => {
      const ticket = valueOf(snapshot.context.ticket);
      return ticket ? Promise.resolve(withReply(ticket, act)) : Promise.reject(new Error('this example has no ticket'));
    },
  });
  drawing?.unsubscribe();
  // The form sends its typed values when it is unmounted, so `sent` is emptied afterwards.
  root?.unmount();
  actor?.stop();
  sent.length = 0;
  const running = createActor(machine, {
    snapshot: machine.resolveState({ value: snapshot.value, context: { ...snapshot.context, language } }),
  });
  actor = running;
  const send = (event: JourneyEvent) => {
    sent.push(event);
    running.send(event);
  };
  const Screen = loaded.default;
  const drawn = createRoot(document.getElementById('root') as HTMLElement);
  root = drawn;
  const draw = (state: JourneySnapshot) =>
    drawn.render(
      <Frame state={state} send={send} place={screen}>
        <Screen state={state} send={send} />
      </Frame>,
    );
  drawing = running.subscribe((state) => draw(state as JourneySnapshot));
  running.start();
  document.documentElement.lang = language;
  document.title = screen;
  flushSync(() => draw(running.getSnapshot() as JourneySnapshot));
}

window.live = {
  start,
  sent,
  happens: (event) => actor?.send(event),
  context: () => {
    if (!actor) throw new Error('nothing is alive yet');
    return actor.getSnapshot().context;
  },
  phoneBook: null,
  shrink: shrinkPhoto,
};
