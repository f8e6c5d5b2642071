/** Messages to the lender, state by state. */
import { describe, expect, it } from 'vitest';
import { CODE, LOCAL } from '#machines/model/codes.ts';
import { FEEDBACK_LIMITS, TICKET, withoutSent, wrongFields } from '#machines/model/feedback.ts';
import { ticket } from '../../paths/lenderSamples.ts';
import { asBorrower, noAnswer, refusal } from '../chartDriver.ts';

const whole = {
  type: '1',
  description: 'My payment does not show.',
  receiverAccount: '',
  contact: '0712345678',
  contactTime: 'any',
  requestId: 'press-1',
};
const typed = (values: Record<string, string>, about = 'feedback') => ({ type: 'message.changed', about, values }) as const;

describe('When a message is being written', () => {
  const writing = async () => {
    const journey = await asBorrower();
    await journey.open('#addFeedback').answer('checkFeedback', { can: true, most: 5, open: [] });
    return journey;
  };

  it('message being checked: text typed meanwhile is kept', async () => {
    const journey = await asBorrower();
    journey.open('#addFeedback').send(typed({ description: 'My' }));
    await journey.fail('checkFeedback', noAnswer);
    expect(journey.at).toBe('addFeedback.editing');
    expect(journey.context.unsent).toEqual({ feedback: { description: 'My' } });
  });

  it('message sent: only a complete one is sent, and a lost answer keeps its request id', async () => {
    const journey = await writing();
    journey.send({ type: 'feedback.submitted', values: { ...whole, description: '' } });
    expect([journey.at, journey.context.problem?.code]).toEqual(['addFeedback.editing', LOCAL.incomplete]);
    journey.send({ type: 'feedback.submitted', values: whole });
    expect(journey.at).toBe('addFeedback.sending');
    expect(journey.open('#home').at).toBe('addFeedback.sending');
    await journey.fail('sendFeedback', noAnswer);
    expect(journey.at).toBe('addFeedback.editing');
    expect(journey.context.unsent['feedback']).toEqual(whole);
    journey.send({ type: 'feedback.submitted', values: whole });
    expect(journey.inputOf('sendFeedback')).toEqual({ values: whole });
    await journey.answer('sendFeedback', ticket);
    expect(journey.at).toBe('feedbackResult');
    expect(journey.context).toMatchObject({ unsent: {}, sentTicket: ticket.ticketNo });
    expect(journey.open('#feedbackList').context.sentTicket).toBeNull();
  });

  it('message, pictures: they are limited in number and size, and an upload can be cancelled', async () => {
    const journey = await writing();
    const taken = (bytes: number, pictures = '') => ({ type: 'picture.taken', handle: 'photo-1', bytes, values: { pictures } }) as const;
    journey.send(taken(1_000, Array.from({ length: FEEDBACK_LIMITS.pictures }, (_, i) => `p${i}`).join(' ')));
    expect([journey.at, journey.context.problem?.code]).toEqual(['addFeedback.editing', LOCAL.tooManyPictures]);
    journey.send(taken(FEEDBACK_LIMITS.pictureBytes + 1));
    expect(journey.context.problem?.code).toBe(LOCAL.pictureTooLarge);

    journey.send(taken(FEEDBACK_LIMITS.pictureBytes));
    expect(journey.inputOf('uploadCredential')).toEqual({ ticketNo: null, handle: 'photo-1' });
    journey.send({ type: 'upload.progressed', sent: 5, total: 10 }, typed({ description: 'More' }));
    expect(journey.context.uploaded).toEqual({ sent: 5, total: 10 });
    await journey.answer('uploadCredential', 'a1');
    expect(journey.context).toMatchObject({ unsent: { feedback: { description: 'More', pictures: 'a1' } }, uploaded: null });

    journey.send(taken(1_000), { type: 'back.requested' });
    expect([journey.at, journey.calls]).toEqual(['addFeedback.editing', []]);
  });
});

describe('When a ticket is open', () => {
  const opened = async (of = ticket) => {
    const journey = await asBorrower();
    await journey.open('#feedbackDetail', { ticketNo: of.ticketNo }).answer('loadTicket', of);
    return journey;
  };

  it('link without a ticket: the list is shown', async () => {
    const journey = await asBorrower();
    expect(journey.open('#feedbackDetail').at).toBe('feedbackList.loading');
  });

  it('reply sent: it is sent once, and its text is dropped when the thread holds it', async () => {
    const journey = await opened();
    const values = { text: ' From 0712. ', requestId: 'press-1', pictures: 'a1 b2' };
    journey.send({ type: 'ticket.answered', values: { text: ' ', requestId: 'press-1' } });
    expect(journey.context.problem?.code).toBe(LOCAL.incomplete);
    journey.send({ type: 'ticket.answered', values });
    expect(journey.inputOf('actOnTicket')).toEqual({
      ticketNo: ticket.ticketNo,
      act: { is: 'answer', text: values.text, requestId: 'press-1', pictures: ['a1', 'b2'] },
    });
    await journey.fail('actOnTicket', noAnswer);
    expect(journey.context.unsent).toEqual({ 'reply F1': values });
    // The answer was lost, but the message was not: the message thread has it.
    journey.send({ type: 'refresh.requested' });
    const message = { id: 2, author: 'borrower', text: 'From 0712.', pictures: 2, at: 1 } as const;
    await journey.answer('loadTicket', { ...ticket, status: TICKET.inProgress, messages: [...ticket.messages, message] });
    expect([journey.at, journey.context.unsent]).toEqual(['feedbackDetail.shown', {}]);
  });

  it('reply with a picture: the picture belongs to the ticket', async () => {
    const journey = await opened();
    journey.send({ type: 'picture.taken', handle: 'photo-1', bytes: 1_000, values: {} });
    expect(journey.inputOf('uploadFile')).toEqual({ ticketNo: 'F1', handle: 'photo-1' });
    await journey.answer('uploadFile', 'a1');
    expect(journey.context.unsent).toEqual({ 'reply F1': { pictures: 'a1' } });
  });

  it.each([
    ['closed', { type: 'ticket.closed' }, { is: 'close' }],
    ['rated', { type: 'ticket.rated', rating: 4 }, { is: 'rate', rating: 4 }],
  ] as const)('ticket being %s: a reply that is being typed stays', async (_, event, act) => {
    const journey = await opened();
    journey.send(typed({ text: 'One more' }, 'reply F1'), event);
    expect(journey.inputOf('actOnTicket')).toEqual({ ticketNo: 'F1', act });
    await journey.answer('actOnTicket', ticket);
    expect(journey.context.unsent).toEqual({ 'reply F1': { text: 'One more' } });
  });

  it('message corrected: a refusal shows the ticket with its message', async () => {
    const journey = await opened();
    journey.send({ type: 'correction.opened' }, { type: 'ticket.corrected', values: { description: 'No' } });
    expect([journey.at, journey.context.problem?.code]).toEqual(['feedbackDetail.correcting', LOCAL.incomplete]);
    journey.send({ type: 'ticket.corrected', values: { description: 'I paid on Monday.' } });
    await journey.fail('actOnTicket', refusal(CODE.ticketRefused));
    expect([journey.at, journey.context.problem?.code]).toEqual(['feedbackDetail.shown', CODE.ticketRefused]);
  });
});

describe('When a text is unsent', () => {
  it('unsent text, older message of the same words: the text stays, because it was never sent', () => {
    const unsent = { 'reply F1': { text: 'Hello' } };
    const own = { id: 2, author: 'borrower', text: 'Hello', pictures: 0, at: 1 } as const;
    expect(withoutSent(unsent, { ...ticket, messages: [own] })).toEqual(unsent);
    expect(withoutSent({ 'reply F2': { text: 'Hello', requestId: 'x' } }, { ...ticket, messages: [own] })).toEqual({
      'reply F2': { text: 'Hello', requestId: 'x' },
    });
  });

  it.each([
    [{}, ['type', 'description', 'contact']],
    [whole, []],
    [{ ...whole, description: 'a         b' }, ['description']],
    [{ ...whole, type: '8' }, ['type']],
    [{ ...whole, contact: 'amina@gmail' }, ['contact']],
    [{ ...whole, contact: ' amina@gmail.com ' }, []],
    [{ ...whole, contactTime: 'night' }, ['contactTime']],
    [{ ...whole, contactTime: '' }, []],
  ])('unsent text as a new ticket %j: it lacks %j', (values, wrong) => expect(wrongFields(values)).toEqual(wrong));
});

describe('On the profile', () => {
  it('profile: a dot shows an unread message, and a failed check shows nothing', async () => {
    const journey = await asBorrower();
    await journey.open('#me').answer('checkMessages', { unread: true });
    expect([journey.at, journey.context.hasUnread]).toEqual(['me.shown', true]);
    journey.open('#home').open('#me');
    await journey.fail('checkMessages', noAnswer);
    expect([journey.at, journey.context.problem]).toEqual(['me.shown', null]);
  });
});
