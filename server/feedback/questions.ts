/** Frequent questions. Their figures come from the product and the rules. */
import type { Language } from '#machines/context.ts';
import { FEEDBACK_LIMITS, type FeedbackQuestion } from '#machines/model/feedback.ts';
import { formatKsh, formatRate } from '#machines/model/money.ts';
import { textOf } from '#machines/model/plural.ts';
import type { LoanProduct } from '#machines/model/terms.ts';
import { PROMISES } from '#src/market/support.ts';

type Words = Readonly<Record<Language, readonly [question: string, answer: string]>>;

const answerTime: Words = {
  en: ['When do I get an answer?', 'Within {workingDays}. You see it here, under your messages.'],
  es: ['¿Cuándo recibo una respuesta?', 'En un plazo de {workingDays}. La ve aquí, en sus mensajes.'],
  sw: ['Napata jibu lini?', 'Ndani ya {workingDays}. Unaliona hapa, kwenye ujumbe wako.'],
};
const proof: Words = {
  en: [
    'I paid and my loan does not show it. What do you need?',
    'The SMS from M-PESA, or a picture of it: it shows the receipt number, the amount and the time. A person checks a proof within {proofHours} hours.',
  ],
  es: [
    'Pagué y mi préstamo no lo muestra. ¿Qué necesitan?',
    'El SMS de M-PESA o una foto de él: muestra el número de recibo, el monto y la hora. Una persona revisa un comprobante en un plazo de {proofHours} horas.',
  ],
  sw: [
    'Nimelipa lakini mkopo wangu hauonyeshi malipo. Mnahitaji nini?',
    'SMS kutoka M-PESA, au picha yake: inaonyesha nambari ya risiti, kiasi na saa. Mtu hukagua uthibitisho ndani ya saa {proofHours}.',
  ],
};
const charge: Words = {
  en: [
    'Does a late charge grow while you check?',
    'No late charge of {late} a day is added for what was paid on time: a payment counts from the moment M-PESA received it.',
  ],
  es: [
    '¿Crece el recargo por mora mientras revisan?',
    'No se suma el recargo por mora de {late} al día por lo que pagó a tiempo: un pago cuenta desde que M-PESA lo recibió.',
  ],
  sw: [
    'Ada ya kuchelewa huongezeka mnapokagua?',
    'Ada ya kuchelewa ya {late} kwa siku haiongezwi kwa kilicholipwa kwa wakati: malipo huhesabiwa tangu M-PESA ilipoyapokea.',
  ],
};
const part: Words = {
  en: ['Can I pay a part?', 'Yes, from {minimum}. You still owe what is left.'],
  es: ['¿Puedo pagar una parte?', 'Sí, desde {minimum}. Sigue debiendo lo que queda.'],
  sw: ['Naweza kulipa sehemu?', 'Ndiyo, kuanzia {minimum}. Bado unadaiwa kinachobaki.'],
};
const moreTime: Words = {
  en: [
    'Can I have more time?',
    'Yes: you can move the due date by {days} days, at most {times} times, for a fee that you see before you decide.',
  ],
  es: [
    '¿Puedo tener más tiempo?',
    'Sí: puede mover la fecha de pago {days} días, como máximo {times} veces, por una comisión que ve antes de decidir.',
  ],
  sw: [
    'Naweza kupata muda zaidi?',
    'Ndiyo: unaweza kusogeza tarehe ya kulipa kwa siku {days}, isizidi mara {times}, kwa ada unayoiona kabla hujaamua.',
  ],
};
const noMoreTime: Words = {
  en: ['Can I have more time?', 'The due date cannot be moved. Write to us before that day, and we will look for a way together.'],
  es: ['¿Puedo tener más tiempo?', 'La fecha de pago no se puede mover. Escríbanos antes de ese día y buscaremos juntos una solución.'],
  sw: ['Naweza kupata muda zaidi?', 'Tarehe ya kulipa haiwezi kusogezwa. Tuandikie kabla ya siku hiyo, na tutatafuta njia pamoja.'],
};
const pictures: Words = {
  en: [
    'Which pictures can I send?',
    'At most {pictures}, photos or screenshots, each up to {megabytes} MB. Never send your PIN or a code.',
  ],
  es: [
    '¿Qué fotos puedo enviar?',
    'Como máximo {pictures}, fotos o capturas de pantalla, cada una de hasta {megabytes} MB. Nunca envíe su PIN ni un código.',
  ],
  sw: [
    'Naweza kutuma picha gani?',
    'Zisizidi {pictures}, picha au picha za skrini, kila moja hadi MB {megabytes}. Usitume kamwe PIN yako wala msimbo wa kuthibitisha.',
  ],
};

const WORKING_DAYS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { days_one: '{count} working day', days_other: '{count} working days' },
  es: { days_one: '{count} día hábil', days_other: '{count} días hábiles' },
  sw: { days_one: 'siku {count} ya kazi', days_other: 'siku {count} za kazi' },
};

const workingDays = (language: Language, count: number): string =>
  (textOf(WORKING_DAYS[language], 'days', language, count) ?? '').replace('{count}', String(count));

/** "7, 14 or 30" */
const listOf = (numbers: readonly number[], language: Language): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'disjunction' }).format(numbers.map(String));

export function feedbackQuestions(product: LoanProduct, language: Language): FeedbackQuestion[] {
  const facts: Readonly<Record<string, string | number>> = {
    workingDays: workingDays(language, PROMISES.answerWorkingDays),
    proofHours: PROMISES.proofHours,
    late: formatRate(product.penaltyRate),
    minimum: formatKsh(product.repayment.minimum),
    days: listOf(product.rollover.days, language),
    times: product.rollover.maxTimes,
    pictures: FEEDBACK_LIMITS.pictures,
    megabytes: FEEDBACK_LIMITS.pictureBytes / 1024 / 1024,
  };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name]));
  const asked = [answerTime, proof, charge, part, product.rollover.enabled ? moreTime : noMoreTime, pictures];
  return asked.map((words) => ({ question: fill(words[language][0]), answer: fill(words[language][1]) }));
}
