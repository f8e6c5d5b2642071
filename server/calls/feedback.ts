/** The calls about tickets, their messages and their pictures. */
import { FEEDBACK_LIMITS, TICKET, wrongFields, type FeedbackField, type Ticket } from '#machines/model/feedback.ts';
import { feedbackQuestions } from '#server/feedback/questions.ts';
import type { Language } from '#machines/context.ts';
import { messageText } from '#server/wire/messageText.ts';
import type { NewTicket, SentPicture } from '#src/api/payloads.ts';
import type { CallDeps } from './deps.ts';
import type { Caller, Handlers, Unchecked } from '#server/wire/handler.ts';
import { invalidFields, readText, readWhole } from './readRequest.ts';

type FeedbackCalls =
  | 'feedbackNotHandled'
  | 'feedbackDetail'
  | 'feedbackCanHandle'
  | 'feedbackQuestions'
  | 'feedbackList'
  | 'feedbackEdit'
  | 'feedbackCreate'
  | 'feedbackAddMessage'
  | 'feedbackMessages'
  | 'feedbackUpdateStatus'
  | 'feedbackSubmitRating'
  | 'feedbackUploadCredential'
  | 'feedbackUploadFile';

const {
  description: DESCRIPTION,
  account: ACCOUNT,
  contact: CONTACT,
  reply: REPLY,
  pictures: PICTURES,
  ratings: RATINGS,
} = FEEDBACK_LIMITS;

const readTicketNo = (request: { readonly ticketNo?: unknown }, language: Language): string => readText(request, 'ticketNo', language, 20);

/** Text that may be empty. */
function readFree(request: object, name: string, language: Language, longest: number): string {
  const value: unknown = Reflect.get(request, name);
  return value === undefined || value === '' ? '' : readText(request, name, language, longest);
}

/** Names of pictures. A list with anything else is refused. */
function readPictures(request: { readonly pictures?: unknown }, language: Language): string[] {
  const { pictures = [] } = request;
  const isName = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
  if (!Array.isArray(pictures) || !pictures.every(isName)) throw invalidFields({ pictures: messageText(language, 'field.text') });
  // One name above the limit is enough for the refusal of too many pictures.
  return pictures.slice(0, PICTURES + 1);
}

const WORDS = {
  type: 'field.option',
  description: 'feedback.descriptionShort',
  contact: 'feedback.contact',
  contactTime: 'field.option',
} as const satisfies Record<FeedbackField, string>;

/** @throws Refusal invalidField by the rules of the form. */
function readTicket(request: Unchecked<NewTicket>, language: Language): NewTicket {
  const requestId = readText(request, 'requestId', language);
  const type = readWhole(request, 'type', language);
  const description = readFree(request, 'description', language, DESCRIPTION.max).trim();
  const contact = readFree(request, 'contact', language, CONTACT.max).trim();
  const contactTime = readFree(request, 'contactTime', language, 20);
  const wrong = wrongFields({ type: String(type), description, contact, contactTime });
  if (wrong.length > 0)
    throw invalidFields(Object.fromEntries(wrong.map((field) => [field, messageText(language, WORDS[field], { num: DESCRIPTION.min })])));
  return {
    requestId,
    type,
    description,
    contact,
    contactTime,
    receiverAccount: readFree(request, 'receiverAccount', language, ACCOUNT.max).trim(),
    pictures: readPictures(request, language),
  };
}

export function feedbackCalls({ feedback, readings, products }: CallDeps): Handlers<FeedbackCalls> {
  const takePicture = async (_request: object, caller: Caller): Promise<SentPicture> => {
    const userId = await caller.signedIn();
    await readings.count(`feedback ${userId}`);
    return { name: await feedback.keepPicture(userId, caller.files[0]?.bytes) };
  };

  return {
    feedbackNotHandled: async (_request, caller) => feedback.notHandled(await caller.signedIn()),
    feedbackCanHandle: async (_request, caller) => feedback.check(await caller.signedIn()),
    feedbackList: async (_request, caller) => ({ tickets: await feedback.list(await caller.signedIn()) }),

    async feedbackQuestions(_request, { language }) {
      const [product] = products;
      return { questions: product ? feedbackQuestions(product, language) : [] };
    },

    async feedbackDetail(request, caller) {
      const { messages: _board, ...ticket } = await feedback.ticket(await caller.signedIn(), readTicketNo(request, caller.language));
      return ticket;
    },
    feedbackMessages: async (request, caller) => ({
      messages: await feedback.messages(await caller.signedIn(), readTicketNo(request, caller.language)),
    }),

    feedbackCreate: async (request, caller) => feedback.create(await caller.signedIn(), readTicket(request, caller.language)),
    async feedbackEdit(request, caller): Promise<Ticket> {
      const { language } = caller;
      const description = readText(request, 'description', language, DESCRIPTION.max).trim();
      if (wrongFields({ description }).includes('description'))
        throw invalidFields({ description: messageText(language, 'feedback.descriptionShort', { num: DESCRIPTION.min }) });
      return feedback.correct(await caller.signedIn(), readTicketNo(request, language), description);
    },
    async feedbackAddMessage(request, caller) {
      const { language } = caller;
      const message = {
        ticketNo: readTicketNo(request, language),
        requestId: readText(request, 'requestId', language),
        text: readText(request, 'text', language, REPLY.max).trim(),
        pictures: readPictures(request, language),
      };
      return feedback.write(await caller.signedIn(), message);
    },
    async feedbackUpdateStatus(request, caller) {
      const { language } = caller;
      // Only the lender sets the other statuses; a borrower may only close the ticket.
      if (request.status !== TICKET.done) throw invalidFields({ status: messageText(language, 'field.option') });
      return feedback.close(await caller.signedIn(), readTicketNo(request, language));
    },
    async feedbackSubmitRating(request, caller) {
      const { language } = caller;
      const rating = readWhole(request, 'rating', language);
      if (rating > RATINGS) throw invalidFields({ rating: messageText(language, 'field.option') });
      return feedback.rate(await caller.signedIn(), readTicketNo(request, language), rating);
    },

    feedbackUploadCredential: takePicture,
    async feedbackUploadFile(request, caller) {
      // Checks that the ticket exists, before the picture is processed.
      await feedback.ticket(await caller.signedIn(), readTicketNo(request, caller.language));
      return takePicture(request, caller);
    },
  };
}
