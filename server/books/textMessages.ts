/** Text messages to borrowers. A message is queued in the transaction of the change it reports, and sent afterwards. */
import { nairobiClock, nairobiDate, toDayMonthYear, type Instant } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import { showDate } from '#src/forms/text.ts';
import type { TextKey, TextParams } from '#server/store/schema/repayTables.ts';
import type { Tx } from '#server/store/store.ts';
import type { LendingContext } from './lendingContext.ts';
import type { OrderRow } from './orders.ts';
import type { Language } from '#machines/context.ts';

const AMOUNTS: readonly string[] = ['amount', 'left', 'perDay', 'over'];

const WORDS: Readonly<Record<TextKey, Readonly<Record<Language, string>>>> = {
  deviceAdded: {
    en: 'Your account was signed in on a phone that is new to it, on {date} at {time}. If that was not you, sign in to the app, which signs out every other phone, and write to {email}.',
    es: 'Se inició sesión en su cuenta desde un teléfono nuevo, el {date} a las {time}. Si no fue usted, inicie sesión en la aplicación, lo que cierra la sesión en los demás teléfonos, y escriba a {email}.',
    sw: 'Akaunti yako imefunguliwa kwenye simu mpya kwake, tarehe {date} saa {time}. Kama si wewe, ingia kwenye programu, jambo linaloondoa simu nyingine zote, na uandike kwa {email}.',
  },
  signedOutEverywhere: {
    en: 'Your account was signed out on every phone, on {date} at {time}. If that was not you, sign in to the app again and write to {email}.',
    es: 'Se cerró la sesión de su cuenta en todos los teléfonos, el {date} a las {time}. Si no fue usted, vuelva a iniciar sesión en la aplicación y escriba a {email}.',
    sw: 'Akaunti yako imetolewa kwenye simu zote, tarehe {date} saa {time}. Kama si wewe, ingia tena kwenye programu na uandike kwa {email}.',
  },
  accountBound: {
    en: 'Your loan is now to be sent to {account}. If you did not choose this, sign in to the app, which signs out every other phone, and write to {email}.',
    es: 'Su préstamo se enviará ahora a {account}. Si no lo eligió usted, inicie sesión en la aplicación, lo que cierra la sesión en los demás teléfonos, y escriba a {email}.',
    sw: 'Mkopo wako sasa utatumwa kwa {account}. Kama hukuchagua hivyo, ingia kwenye programu, jambo linaloondoa simu nyingine zote, na uandike kwa {email}.',
  },
  approved: {
    en: 'Your loan of {amount} is approved. Open the app to read the costs and decide; the offer stays open for {hours} hours.',
    es: 'Su préstamo de {amount} está aprobado. Abra la aplicación para leer los costos y decidir; la oferta vale {hours} horas.',
    sw: 'Mkopo wako wa {amount} umekubaliwa. Fungua programu usome gharama na uamue; ofa iko wazi kwa saa {hours}.',
  },
  rejected: {
    en: 'We cannot give you a loan now. You owe nothing. You can apply again from {date}; the app says why.',
    es: 'Ahora no podemos darle un préstamo. No debe nada. Puede volver a pedirlo desde {date}; la aplicación dice por qué.',
    sw: 'Hatuwezi kukupa mkopo sasa. Hudaiwi chochote. Unaweza kuomba tena kuanzia {date}; programu inasema kwa nini.',
  },
  disbursed: {
    en: 'We sent you {amount}. Please pay back {left} by {date}. Account number: {orderNo}.',
    es: 'Le enviamos {amount}. Devuelva {left} hasta {date}, por favor. Número de cuenta: {orderNo}.',
    sw: 'Tumekutumia {amount}. Tafadhali lipa {left} kufikia {date}. Nambari ya akaunti: {orderNo}.',
  },
  payoutFailed: {
    en: 'Your money could not be sent and is still with us. You owe nothing. Open the app to check the account.',
    es: 'No se pudo enviar su dinero y sigue con nosotros. No debe nada. Abra la aplicación para revisar la cuenta.',
    sw: 'Pesa zako hazikuweza kutumwa na bado tunazo. Hudaiwi chochote. Fungua programu ukague akaunti.',
  },
  received: {
    en: 'We received {amount}. Left to pay: {left}, by {date}.',
    es: 'Recibimos {amount}. Queda por pagar: {left}, hasta {date}.',
    sw: 'Tumepokea {amount}. Imebaki kulipa: {left}, kufikia {date}.',
  },
  settled: {
    en: 'We received {amount}. Your loan is repaid and you owe nothing. Thank you.',
    es: 'Recibimos {amount}. Su préstamo está pagado y no debe nada. Gracias.',
    sw: 'Tumepokea {amount}. Umemaliza kulipa mkopo wako na hudaiwi chochote. Asante.',
  },
  settledOver: {
    en: 'We received {amount}. Your loan is repaid. {over} was more than you owed: it is yours, write to us and we will send it back.',
    es: 'Recibimos {amount}. Su préstamo está pagado. {over} era más de lo que debía: es suyo, escríbanos y se lo devolvemos.',
    sw: 'Tumepokea {amount}. Umemaliza kulipa mkopo. {over} ilikuwa zaidi ya deni: ni yako, tuandikie tukurudishie.',
  },
  overdue: {
    en: 'Your loan was due on {date}. Please pay {left}; about {perDay} is added each day. If you pay a part, less is added.',
    es: 'Su préstamo venció el {date}. Debe pagar {left}; cada día se suman unos {perDay}. Pagar una parte lo reduce.',
    sw: 'Mkopo wako ulipaswa kulipwa {date}. Unadaiwa {left}; takriban {perDay} huongezwa kila siku. Kulipa sehemu hupunguza.',
  },
  dateMoved: {
    en: 'Your loan is now due on {date}. Please pay {left} by then.',
    es: 'Su préstamo vence ahora el {date}. Hasta entonces debe pagar {left}.',
    sw: 'Mkopo wako sasa unalipwa kufikia {date}. Utalipa {left} kufikia hapo.',
  },
  proofKnown: {
    en: 'The payment with receipt {receipt} had been counted already. Nothing changes.',
    es: 'El pago con recibo {receipt} ya estaba contado. Nada cambia.',
    sw: 'Malipo yenye risiti {receipt} yalikuwa yamehesabiwa tayari. Hakuna kinachobadilika.',
  },
  proofRefused: {
    en: 'We could not count the payment with receipt {receipt}. The app says why.',
    es: 'No pudimos contar el pago con recibo {receipt}. La aplicación dice por qué.',
    sw: 'Hatukuweza kuhesabu malipo yenye risiti {receipt}. Programu inasema kwa nini.',
  },
};

/** With plain spaces and asterisks: one character outside the GSM alphabet doubles the price of a text. */
export const plainText = (text: string): string => text.replace(/\u00A0/g, ' ').replace(/•/g, '*');

/** The text as it is sent. */
export const textOf = (key: TextKey, language: Language, params: TextParams): string =>
  plainText(
    WORDS[key][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      if (typeof value === 'number' && AMOUNTS.includes(name)) return formatKsh(value);
      return name === 'date' ? showDate(toDayMonthYear(String(value)), language) : String(value);
    }),
  );

/** Queues a text message. It is sent after the transaction, and not at all when the transaction fails. */
export async function queueText(tx: Tx, row: Pick<OrderRow, 'id'>, key: TextKey, params: TextParams, now: number): Promise<void> {
  await tx
    .insertInto('text_message')
    .values({ order_id: row.id, key, params: JSON.stringify(params), at: now, next_at: now, ended_at: null })
    .execute();
}

/** The same for a text about the account, which needs no order. It tells when the change was made. */
export async function queueAccountText(
  tx: Tx,
  { userId, language }: { userId: number; language: Language },
  key: TextKey,
  params: TextParams,
  now: Instant,
): Promise<void> {
  const { hours, minutes } = nairobiClock(now);
  const time = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
  await tx
    .insertInto('text_message')
    .values({
      user_id: userId,
      language,
      key,
      params: JSON.stringify({ date: nairobiDate(now), time, ...params }),
      at: now,
      next_at: now,
      ended_at: null,
      order_id: null,
    })
    .execute();
}

/** Retry delay in ms, doubled each time; after so many attempts the text is too old to be of use. */
const RETRY_DELAY = 30_000;
const MAX_TRIES = 8;

/** Sends queued texts, at least once each: a server killed in between may send one twice. @returns how many were sent. */
export async function sendTexts(context: LendingContext): Promise<number> {
  const { sms } = context.config;
  if (!sms) return 0;
  const now = context.clock.now();
  const { db } = context.store;
  const due = await db
    .updateTable('text_message')
    .set((q) => ({ attempts: q('attempts', '+', 1), next_at: q.val(now + RETRY_DELAY) }))
    .where('ended_at', 'is', null)
    .where('next_at', '<=', now)
    .returning(['id', 'key', 'params', 'attempts'])
    .execute();
  let sent = 0;
  for (const { id, key, params, attempts } of due.sort((a, b) => a.id - b.id)) {
    const { msisdn, language } = await db
      .selectFrom('text_message')
      .leftJoin('loan_order', 'loan_order.id', 'text_message.order_id')
      .innerJoin('app_user', (on) => on.on((is) => is('app_user.id', '=', is.fn.coalesce('text_message.user_id', 'loan_order.user_id'))))
      .select((is) => ['app_user.msisdn', is.fn.coalesce('text_message.language', 'loan_order.language').$notNull().as('language')])
      .where('text_message.id', '=', id)
      .executeTakeFirstOrThrow();
    const arrived = await sms.send(msisdn, textOf(key, language, params)).then(
      () => true,
      () => false,
    );
    if (arrived) sent++;
    const change = arrived || attempts >= MAX_TRIES ? { ended_at: now } : { next_at: now + RETRY_DELAY * 2 ** attempts };
    await db.updateTable('text_message').set(change).where('id', '=', id).execute();
  }
  return sent;
}
