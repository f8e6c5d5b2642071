/** Frequent questions. Figures come from the product and the rules; none is typed here. */
import type { Language } from '#machines/context.ts';
import { FEEDBACK_LIMITS, type FeedbackQuestion } from '#machines/model/feedback.ts';
import { formatKsh, formatRate } from '#machines/model/money.ts';
import type { LoanProduct } from '#machines/model/terms.ts';
import { PROMISES } from '#src/market/support.ts';

type Words = Readonly<Record<Language, readonly [question: string, answer: string]>>;

const answerTime: Words = {
  en: ['When do I get an answer?', 'Within {workingDays} working day. You see it here, under your messages.'],
  es: ['¿Cuándo recibo una respuesta?', 'En {workingDays} día hábil. La ve aquí, en sus mensajes.'],
  sw: ['Napata jibu lini?', 'Ndani ya siku {workingDays} ya kazi. Unaliona hapa, kwenye ujumbe wako.'],
};
const proof: Words = {
  en: [
    'I paid and my loan does not show it. What do you need?',
    'The SMS from M-PESA, or a picture of it: it shows the receipt number, the amount and the time. A person checks a proof within {proofHours} hours.',
  ],
  es: [
    'Pagué y mi préstamo no lo muestra. ¿Qué necesitan?',
    'El SMS de M-PESA o una foto de él: dice el número de recibo, el monto y la hora. Un comprobante se revisa en {proofHours} horas.',
  ],
  sw: [
    'Nimelipa na mkopo wangu hauonyeshi. Mnahitaji nini?',
    'SMS kutoka M-PESA, au picha yake: inataja nambari ya risiti, kiasi na saa. Uthibitisho hukaguliwa ndani ya saa {proofHours}.',
  ],
};
const charge: Words = {
  en: [
    'Does a late charge grow while you check?',
    'The charge of {late} a day stops for what was paid in time: a payment counts from the moment M-PESA received it.',
  ],
  es: [
    '¿Crece el recargo mientras revisan?',
    'El recargo de {late} al día se detiene para lo pagado a tiempo: un pago cuenta desde que M-PESA lo recibió.',
  ],
  sw: [
    'Ada ya kuchelewa huongezeka mnapokagua?',
    'Ada ya {late} kwa siku husimama kwa kilicholipwa kwa wakati: malipo huhesabiwa tangu M-PESA ilipoyapokea.',
  ],
};
const part: Words = {
  en: ['Can I pay a part?', 'Yes, from {minimum}. What is left stays open.'],
  es: ['¿Puedo pagar una parte?', 'Sí, desde {minimum}. Lo que queda sigue abierto.'],
  sw: ['Naweza kulipa sehemu?', 'Ndiyo, kuanzia {minimum}. Kinachobaki kinabaki wazi.'],
};
const moreTime: Words = {
  en: [
    'Can I have more time?',
    'Yes: the repayment date can be moved by {days} days, at most {times} times, for a fee that is shown before you decide.',
  ],
  es: [
    '¿Puedo tener más tiempo?',
    'Sí: la fecha de pago puede moverse {days} días, como máximo {times} veces, por un cargo que se muestra antes de decidir.',
  ],
  sw: [
    'Naweza kupata muda zaidi?',
    'Ndiyo: tarehe ya kulipa inaweza kusogezwa siku {days}, isizidi mara {times}, kwa ada inayoonyeshwa kabla hujaamua.',
  ],
};
const noMoreTime: Words = {
  en: ['Can I have more time?', 'The repayment date cannot be moved. Write to us before that day, and we look for a way together.'],
  es: ['¿Puedo tener más tiempo?', 'La fecha de pago no puede moverse. Escríbanos antes de ese día y buscamos juntos una solución.'],
  sw: ['Naweza kupata muda zaidi?', 'Tarehe ya kulipa haiwezi kusogezwa. Tuandikie kabla ya siku hiyo, tutafute njia pamoja.'],
};
const pictures: Words = {
  en: [
    'Which pictures can I send?',
    'At most {pictures}, photos or screenshots, each up to {megabytes} MB. Never send your PIN or a code.',
  ],
  es: [
    '¿Qué fotos puedo enviar?',
    'Como máximo {pictures}, fotos o capturas, cada una de hasta {megabytes} MB. Nunca envíe su PIN ni un código.',
  ],
  sw: [
    'Naweza kutuma picha gani?',
    'Zisizidi {pictures}, picha au picha za skrini, kila moja hadi MB {megabytes}. Usitume kamwe PIN yako wala msimbo.',
  ],
};

export function feedbackQuestions(product: LoanProduct, language: Language): FeedbackQuestion[] {
  const facts: Readonly<Record<string, string | number>> = {
    workingDays: PROMISES.answerWorkingDays,
    proofHours: PROMISES.proofHours,
    late: formatRate(product.penaltyRate),
    minimum: formatKsh(product.repayment.minimum),
    days: product.rollover.days.join(', '),
    times: product.rollover.maxTimes,
    pictures: FEEDBACK_LIMITS.pictures,
    megabytes: FEEDBACK_LIMITS.pictureBytes / 1024 / 1024,
  };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name]));
  const asked = [answerTime, proof, charge, part, product.rollover.enabled ? moreTime : noMoreTime, pictures];
  return asked.map((words) => ({ question: fill(words[language][0]), answer: fill(words[language][1]) }));
}
