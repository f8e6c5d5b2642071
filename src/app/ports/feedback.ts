/** Messages to the lender, and closing the account. */
import type { JourneyEvent } from '#machines/events.ts';
import type { Values } from '#machines/model/application.ts';
import type { CancellationReason, CancellationTerms } from '#machines/model/cancellation.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import {
  picturesOf,
  TICKET,
  type FeedbackCheck,
  type FeedbackQuestion,
  type Ticket,
  type TicketAct,
  type TicketList,
} from '#machines/model/feedback.ts';
import type { Api } from '#src/api/client.ts';
import { clientOf } from './client.ts';
import { importOrReload } from '../importOrReload.ts';
import { port } from './port.ts';

export interface FeedbackDeps {
  api: () => Promise<Api>;
  /** Bytes of a picture; undefined when the web view was closed since. */
  photo: (handle: string) => Blob | undefined;
  /** The picture is the lender's now, under this name. */
  namePhoto?: (handle: string, name: string) => void;
  /** Hears how much of a picture has been sent. */
  journey: () => { send: (event: JourneyEvent) => void };
}

export function feedbackPorts({ api, photo, namePhoto, journey }: FeedbackDeps) {
  const client = clientOf(api);

  const actOn = async (lender: Api, ticketNo: string, act: TicketAct): Promise<Ticket> => {
    switch (act.is) {
      case 'answer':
        return lender.call('feedbackAddMessage', { ticketNo, text: act.text, pictures: act.pictures, requestId: act.requestId });
      case 'correct':
        return lender.call('feedbackEdit', { ticketNo, description: act.description });
      case 'rate':
        return lender.call('feedbackSubmitRating', { ticketNo, rating: act.rating });
      case 'close':
        return lender.call('feedbackUpdateStatus', { ticketNo, status: TICKET.done });
    }
  };

  return {
    loadTickets: port<TicketList, void>(async ({ signal }) => {
      const lender = await client();
      const [{ tickets }, open] = await Promise.all([
        lender.call('feedbackList', {}, { signal }),
        lender.call('feedbackNotHandled', {}, { signal }),
      ]);
      return { tickets, open };
    }),
    checkFeedback: port<FeedbackCheck, void>(async ({ signal }) => (await client()).call('feedbackCanHandle', {}, { signal })),
    loadFeedbackQuestions: port<readonly FeedbackQuestion[], void>(
      async ({ signal }) => (await (await client()).call('feedbackQuestions', {}, { signal })).questions,
    ),
    loadRedDot: port<{ unread: boolean }, void>(async ({ signal }) => (await client()).call('feedbackRedDot', {}, { signal })),
    loadTicket: port<Ticket, { ticketNo: string }>(async ({ input, signal }) => {
      const lender = await client();
      const ticket = await lender.call('feedbackDetail', input, { signal });
      const { messages } = await lender.call('feedbackMessages', input, { signal });
      return { ...ticket, messages };
    }),
    uploadPicture: port<string, { ticketNo: string | null; handle: string }>(async ({ input: { ticketNo, handle }, signal }) => {
      const file = photo(handle);
      if (!file) throw { code: LOCAL.photoUnreadable, message: '' } satisfies Problem;
      const { shrinkPhoto } = await importOrReload(import('#src/forms/shrinkPhoto.ts'));
      const options = {
        files: { file: await shrinkPhoto(file) },
        signal,
        onProgress: (sent: number, total: number) => journey().send({ type: 'upload.progressed', sent, total }),
      };
      const lender = await client();
      const { name } = await (ticketNo === null
        ? lender.call('feedbackUploadCredential', {}, options)
        : lender.call('feedbackUploadFile', { ticketNo }, options));
      namePhoto?.(handle, name);
      return name;
    }),
    sendFeedback: port<Ticket, { values: Values }>(async ({ input: { values } }) => {
      const { requestId = '', type, description = '', receiverAccount = '', contact = '', contactTime = '' } = values;
      const ticket = { requestId, type: Number(type), description, receiverAccount, contact, contactTime, pictures: picturesOf(values) };
      return (await client()).call('feedbackCreate', ticket);
    }),
    actOnTicket: port<Ticket, { ticketNo: string; act: TicketAct }>(async ({ input: { ticketNo, act } }) =>
      actOn(await client(), ticketNo, act),
    ),

    loadCancellation: port<CancellationTerms, void>(async ({ signal }) => (await client()).call('cancellationTerms', {}, { signal })),
    closeAccount: port<void, { reason: string }>(async ({ input }) => {
      await (await client()).call('cancelAccount', { reason: input.reason as CancellationReason });
    }),
  };
}
