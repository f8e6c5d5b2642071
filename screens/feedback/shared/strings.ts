import { CONTACT_TIMES, FEEDBACK_TYPES, TICKET } from '#machines/model/feedback.ts';
import { defineStrings } from '#src/i18n/index.ts';

/** Words that all pages about messages share: subjects, states, times. */
export const feedbackText = defineStrings('feedback', {
  en: {
    repaidBillNotUpdated: 'I repaid and it does not show',
    extendPeriod: 'I want more time to repay',
    other: 'Something else',
    loanFailure: 'My loan failed',
    wantToBorrow: 'I want to borrow',
    wantToRepay: 'I want to repay',
    loanNotReceived: 'I did not receive the loan',
    processing: 'We are working on it',
    needsReply: 'You need to reply',
    done: 'Done',
    any: 'Any time',
    from: '{{from}} to {{to}}',
    list: 'Your messages',
    write: 'Write to us',
    pictures_one: '{{count}} picture',
    pictures_other: '{{count}} pictures',
  },
  es: {
    repaidBillNotUpdated: 'Pagué y no aparece',
    extendPeriod: 'Quiero más tiempo para pagar',
    other: 'Otra cosa',
    loanFailure: 'Mi préstamo falló',
    wantToBorrow: 'Quiero pedir prestado',
    wantToRepay: 'Quiero pagar',
    loanNotReceived: 'No recibí el préstamo',
    processing: 'Lo estamos atendiendo',
    needsReply: 'Tiene que responder',
    done: 'Cerrado',
    any: 'A cualquier hora',
    from: 'De {{from}} a {{to}}',
    list: 'Sus mensajes',
    write: 'Escríbanos',
    pictures_one: '{{count}} foto',
    pictures_other: '{{count}} fotos',
  },
  sw: {
    repaidBillNotUpdated: 'Nimelipa lakini malipo hayaonekani',
    extendPeriod: 'Nataka muda zaidi wa kulipa',
    other: 'Jambo lingine',
    loanFailure: 'Mkopo wangu haukufaulu',
    wantToBorrow: 'Nataka kukopa',
    wantToRepay: 'Nataka kulipa',
    loanNotReceived: 'Sikupokea mkopo',
    processing: 'Tunaushughulikia',
    needsReply: 'Unahitaji kujibu',
    done: 'Umefungwa',
    any: 'Wakati wowote',
    from: '{{from}} hadi {{to}}',
    list: 'Ujumbe wako',
    write: 'Tuandikie',
    pictures_one: 'Picha {{count}}',
    pictures_other: 'Picha {{count}}',
  },
});

export type TypeName = keyof typeof FEEDBACK_TYPES;
export const TYPE_NAMES = Object.keys(FEEDBACK_TYPES) as TypeName[];

/** Name of a subject by its number. A number that this app does not know counts as "something else". */
export const typeName = (type: number): TypeName => TYPE_NAMES.find((name) => FEEDBACK_TYPES[name] === type) ?? 'other';

/** Statuses 1 and 2 have the same word, because both wait for the lender. */
export const statusWord = (status: number): 'processing' | 'needsReply' | 'done' =>
  status === TICKET.needsReply ? 'needsReply' : status === TICKET.done ? 'done' : 'processing';

export const timeLabel = (t: ReturnType<typeof feedbackText>, time: (typeof CONTACT_TIMES)[number]): string => {
  if (time === 'any') return t('any');
  const [from = '', to = ''] = time.split('-');
  return t('from', { from: `${from}:00`, to: `${to}:00` });
};
