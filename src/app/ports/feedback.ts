/** Messages to the lender. */
import type { JourneyEvent } from '#machines/events.ts';
import { picturesOf, TICKET, type Ticket, type TicketAct } from '#machines/model/feedback.ts';
import type { Api } from '#src/api/client.ts';
import { clientOf } from './lenderClient.ts';
import { fileToSend, type PhotoDeps } from './photo.ts';
import type { Works } from './binding.ts';

export interface FeedbackDeps extends PhotoDeps {
  api: () => Promise<Api>;
  /** Called when the lender has stored the picture. @param name the lender's name of it. */
  namePhoto?: (handle: string, name: string) => void;
  /** The actor that gets the progress of an upload. */
  journey: () => { send: (event: JourneyEvent) => void };
}

type FeedbackPortName = 'loadTickets' | 'loadFeedbackQuestions' | 'loadTicket' | 'uploadPicture' | 'sendFeedback' | 'actOnTicket';

export function feedbackPorts({ api, photo, namePhoto, journey }: FeedbackDeps): Works<FeedbackPortName> {
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
    loadTickets: async ({ signal }) => {
      const lender = await client();
      const [{ tickets }, open] = await Promise.all([
        lender.call('feedbackList', {}, { signal }),
        lender.call('feedbackNotHandled', {}, { signal }),
      ]);
      return { tickets, open };
    },
    loadFeedbackQuestions: async ({ signal }) => (await (await client()).call('feedbackQuestions', {}, { signal })).questions,
    loadTicket: async ({ input, signal }) => {
      const lender = await client();
      const ticket = await lender.call('feedbackDetail', input, { signal });
      const { messages } = await lender.call('feedbackMessages', input, { signal });
      return { ...ticket, messages };
    },
    uploadPicture: async ({ input: { ticketNo, handle }, signal }) => {
      const options = {
        files: { file: await fileToSend(photo, handle) },
        signal,
        onProgress: (sent: number, total: number) => journey().send({ type: 'upload.progressed', sent, total }),
      };
      const lender = await client();
      const { name } = await (ticketNo === null
        ? lender.call('feedbackUploadCredential', {}, options)
        : lender.call('feedbackUploadFile', { ticketNo }, options));
      namePhoto?.(handle, name);
      return name;
    },
    sendFeedback: async ({ input: { values } }) => {
      const { requestId, type, description, receiverAccount, contact, contactTime } = values;
      const ticket = { requestId, type: Number(type), description, receiverAccount, contact, contactTime, pictures: picturesOf(values) };
      return (await client()).call('feedbackCreate', ticket);
    },
    actOnTicket: async ({ input: { ticketNo, act } }) => actOn(await client(), ticketNo, act),
  };
}
