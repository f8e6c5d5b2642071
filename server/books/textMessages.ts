/** Text messages to borrowers. A message is queued in the transaction of the change it reports; `lending/borrowerTexts.ts` sends it. */
import { sql } from 'kysely';
import { LANGUAGES, type Language } from '#machines/model/device.ts';
import { nairobiClock, nairobiDate, toDayMonthYear, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import { showDate } from '#src/forms/text.ts';
import { daytimeFrom, type ReminderDays } from '#src/market/reminders.ts';
import type { PaymentTextKey, TextKey, TextParams } from '#server/store/schema/repayTables.ts';
import type { Db, Tx } from '#server/store/store.ts';
import type { OrderRow } from './orders.ts';

const AMOUNTS: readonly string[] = ['amount', 'left', 'today', 'perDay', 'over'];

type Words = Readonly<Record<Language, string>>;

/** The first sentence: what reduced the debt. Only money that reached the lender is called received. */
const SOURCES = {
  payment: { en: 'We received {amount}.', es: 'Recibimos {amount}.', sw: 'Tumepokea {amount}.' },
  coupon: {
    en: 'Your coupon of {amount} was taken off your loan; your card was not charged.',
    es: 'Su cupón de {amount} se descontó de su préstamo; no se cobró nada a su tarjeta.',
    sw: 'Kuponi yako ya {amount} imepunguza mkopo wako; kadi yako haikutozwa chochote.',
  },
  deposit: {
    en: '{amount} of what you paid for more time was used for your loan.',
    es: '{amount} de lo que pagó por más tiempo se usaron para su préstamo.',
    sw: '{amount} kati ya ulizolipa kwa muda zaidi zimelipa mkopo wako.',
  },
  moved: {
    en: 'A payment of {amount} that belongs to your loan was counted for it.',
    es: 'Un pago de {amount} que corresponde a su préstamo se contó para este.',
    sw: 'Malipo ya {amount} ambayo ni ya mkopo wako yamehesabiwa kwa mkopo huu.',
  },
} as const satisfies Record<string, Words>;

/** The second sentence: the debt that is left. */
const REMAINDERS = {
  left: {
    en: 'Left to pay: {left}, by {date}.',
    es: 'Queda por pagar: {left}. Vence el {date}.',
    sw: 'Salio la kulipa: {left}, kufikia {date}.',
  },
  late: {
    en: 'Left to pay now: {left}. It was due on {date}.',
    es: 'Queda por pagar ahora: {left}. Venció el {date}.',
    sw: 'Salio la kulipa sasa: {left}. Tarehe ya kulipa ilikuwa {date}.',
  },
  settled: {
    en: 'Your loan is repaid and you owe nothing. Thank you.',
    es: 'Su préstamo está pagado y no debe nada. Gracias.',
    sw: 'Umemaliza kulipa mkopo wako na hudaiwi chochote. Asante.',
  },
  over: {
    en: 'Your loan is repaid. You paid {over} more than you owed. It is yours: write to us and we will send it back.',
    es: 'Su préstamo está pagado. Pagó {over} más de lo que debía. Ese dinero es suyo: escríbanos y se lo devolvemos.',
    sw: 'Umemaliza kulipa mkopo wako. Umelipa {over} zaidi ya deni lako. Pesa hizo ni zako: tuandikie tukurudishie.',
  },
} as const satisfies Record<string, Words>;

export type PaymentSource = keyof typeof SOURCES;
export type Remainder = keyof typeof REMAINDERS;

/** Keys of the texts about a reduced debt. The database stores the keys, so they are never renamed. */
export const PAYMENT_TEXTS: Readonly<Record<PaymentSource, Readonly<Record<Remainder, PaymentTextKey>>>> = {
  payment: { left: 'received', late: 'receivedLate', settled: 'settled', over: 'settledOver' },
  coupon: { left: 'coupon', late: 'couponLate', settled: 'couponSettled', over: 'couponSettledOver' },
  deposit: { left: 'deposit', late: 'depositLate', settled: 'depositSettled', over: 'depositSettledOver' },
  moved: { left: 'moved', late: 'movedLate', settled: 'movedSettled', over: 'movedSettledOver' },
};

const paymentWords = Object.fromEntries(
  Object.entries(PAYMENT_TEXTS).flatMap(([source, keys]) =>
    Object.entries(keys).map(([remainder, key]) => {
      const [received, left] = [SOURCES[source as PaymentSource], REMAINDERS[remainder as Remainder]];
      return [key, Object.fromEntries(LANGUAGES.map((language) => [language, `${received[language]} ${left[language]}`]))];
    }),
  ),
) as Record<PaymentTextKey, Words>;

/** Instruction in every text that asks for money. */
const HOW_TO_PAY: Words = {
  en: 'Pay in the app, or by M-PESA: Pay bill {paybill}, account {orderNo}.',
  es: 'Pague en la aplicación o por M-PESA: Pay bill {paybill}, cuenta {orderNo}.',
  sw: 'Lipa kwenye programu, au kwa M-PESA: Pay bill {paybill}, akaunti {orderNo}.',
};

const WORDS: Readonly<Record<TextKey, Words>> = {
  ...paymentWords,
  deviceAdded: {
    en: 'Someone signed in to your account on a new phone, on {date} at {time}. If that was not you, sign in to the app, which signs out every other phone, and write to {email}.',
    es: 'Alguien inició sesión en su cuenta en un teléfono nuevo, el {date} a las {time}. Si no fue usted, inicie sesión en la aplicación, lo que cierra la sesión en los demás teléfonos, y escriba a {email}.',
    sw: 'Akaunti yako imefunguliwa kwenye simu mpya, tarehe {date}, {time}. Kama si wewe, ingia kwenye programu, na simu nyingine zote zitatolewa, kisha uandike kwa {email}.',
  },
  signedOutEverywhere: {
    en: 'Your account was signed out on every phone, on {date} at {time}. If that was not you, sign in to the app again and write to {email}.',
    es: 'Se cerró la sesión de su cuenta en todos los teléfonos, el {date} a las {time}. Si no fue usted, vuelva a iniciar sesión en la aplicación y escriba a {email}.',
    sw: 'Umetolewa kwenye akaunti yako kwenye simu zote, tarehe {date}, {time}. Kama si wewe uliyefanya hivyo, ingia tena kwenye programu, kisha uandike kwa {email}.',
  },
  accountBound: {
    en: 'Your loan will now be sent to {account}. If you did not choose this, sign in to the app, which signs out every other phone, and write to {email}.',
    es: 'Su préstamo se enviará ahora a {account}. Si no lo eligió usted, inicie sesión en la aplicación, lo que cierra la sesión en los demás teléfonos, y escriba a {email}.',
    sw: 'Mkopo wako sasa utatumwa kwa {account}. Kama hukuchagua hivyo, ingia kwenye programu, na simu nyingine zote zitatolewa, kisha uandike kwa {email}.',
  },
  approved: {
    en: 'Your loan of {amount} is approved. Open the app to read the costs and decide; the offer stays open for {hours} hours.',
    es: 'Su préstamo de {amount} está aprobado. Abra la aplicación para leer los costos y decidir; la oferta está abierta {hours} horas.',
    sw: 'Mkopo wako wa {amount} umekubaliwa. Fungua programu usome gharama na uamue; ofa iko wazi kwa saa {hours}.',
  },
  rejected: {
    en: 'We cannot give you a loan now. You owe nothing. You can apply again from {date}; the app says why.',
    es: 'Ahora no podemos darle un préstamo. No debe nada. Puede volver a solicitar un préstamo desde el {date}; la aplicación dice por qué.',
    sw: 'Hatuwezi kukupa mkopo sasa. Hudaiwi chochote. Unaweza kuomba tena kuanzia {date}; programu inasema kwa nini.',
  },
  disbursed: {
    en: `We sent you {amount}. Please pay back {left} by {date}. ${HOW_TO_PAY.en}`,
    es: `Le enviamos {amount}. Devuelva {left} a más tardar el {date}, por favor. ${HOW_TO_PAY.es}`,
    sw: `Tumekutumia {amount}. Tafadhali lipa {left} kufikia {date}. ${HOW_TO_PAY.sw}`,
  },
  payoutFailed: {
    en: 'Your money could not be sent and is still with us. You owe nothing. Open the app to check the account.',
    es: 'No se pudo enviar su dinero, que sigue con nosotros. No debe nada. Abra la aplicación para revisar la cuenta.',
    sw: 'Pesa zako hazikuweza kutumwa na bado tunazo. Hudaiwi chochote. Fungua programu ukague akaunti.',
  },
  receivedExtra: {
    en: 'We received {amount}, and you owed nothing on this loan. The money is yours: write to us and we will send it back.',
    es: 'Recibimos {amount}, y usted no debía nada de este préstamo. El dinero es suyo: escríbanos y se lo devolvemos.',
    sw: 'Tumepokea {amount}, na hukudaiwa chochote kwa mkopo huu. Pesa hizo ni zako: tuandikie tukurudishie.',
  },
  depositReceived: {
    en: 'We received {amount} for more time. The due date moves when you confirm that in the app; it has not moved yet.',
    es: 'Recibimos {amount} para tener más tiempo. La fecha se mueve cuando usted lo confirme en la aplicación; aún no se ha movido.',
    sw: 'Tumepokea {amount} kwa ajili ya muda zaidi. Tarehe itasogezwa ukithibitisha kwenye programu; bado haijasogezwa.',
  },
  dueSoon: {
    en: `{left} is due on {date}; today {today} closes your loan. ${HOW_TO_PAY.en}`,
    es: `{left} vencen el {date}; hoy {today} cierran su préstamo. ${HOW_TO_PAY.es}`,
    sw: `{left} zinapaswa kulipwa {date}; leo {today} zinamaliza mkopo wako. ${HOW_TO_PAY.sw}`,
  },
  dueToday: {
    en: `{left} is due today, {date}. ${HOW_TO_PAY.en} From tomorrow about {perDay} is added each day.`,
    es: `{left} vencen hoy, {date}. ${HOW_TO_PAY.es} Desde mañana se suman unos {perDay} cada día.`,
    sw: `{left} zinapaswa kulipwa leo, {date}. ${HOW_TO_PAY.sw} Kuanzia kesho takriban {perDay} huongezwa kila siku.`,
  },
  dueTodayCapped: {
    en: `{left} is due today, {date}. ${HOW_TO_PAY.en}`,
    es: `{left} vencen hoy, {date}. ${HOW_TO_PAY.es}`,
    sw: `{left} zinapaswa kulipwa leo, {date}. ${HOW_TO_PAY.sw}`,
  },
  overdue: {
    en: `Your loan was due on {date}. Please pay {left}; about {perDay} is added each day. If you pay a part, less is added. ${HOW_TO_PAY.en}`,
    es: `Su préstamo venció el {date}. Debe pagar {left}; cada día se suman unos {perDay}. Si paga una parte, se suma menos. ${HOW_TO_PAY.es}`,
    sw: `Mkopo wako ulipaswa kulipwa {date}. Unadaiwa {left}; takriban {perDay} huongezwa kila siku. Ukilipa sehemu, kinachoongezwa hupungua. ${HOW_TO_PAY.sw}`,
  },
  overdueCapped: {
    en: `Your loan was due on {date}. Please pay {left}; nothing more is added. ${HOW_TO_PAY.en}`,
    es: `Su préstamo venció el {date}. Debe pagar {left}; no se suma nada más. ${HOW_TO_PAY.es}`,
    sw: `Mkopo wako ulipaswa kulipwa {date}. Unadaiwa {left}; hakuna kinachoongezwa tena. ${HOW_TO_PAY.sw}`,
  },
  dateMoved: {
    en: 'Your loan is now due on {date}. Please pay {left} by then.',
    es: 'Su préstamo vence ahora el {date}. Debe pagar {left} a más tardar ese día.',
    sw: 'Tarehe ya kulipa mkopo wako sasa ni {date}. Tafadhali lipa {left} kufikia siku hiyo.',
  },
  proofKnown: {
    en: 'The payment with receipt {receipt} had been counted already. Nothing changes.',
    es: 'El pago con el recibo {receipt} ya estaba contado. No cambia nada.',
    sw: 'Malipo yenye risiti {receipt} yalikuwa yamehesabiwa tayari. Hakuna kinachobadilika.',
  },
  proofRefused: {
    en: 'We could not count the payment with receipt {receipt}. The app says why.',
    es: 'No pudimos contar el pago con el recibo {receipt}. La aplicación dice por qué.',
    sw: 'Hatukuweza kuhesabu malipo yenye risiti {receipt}. Programu inasema kwa nini.',
  },
  answerLate: {
    en: 'We are late: a person is still looking at your application. You do not have to do anything; we will send you an SMS with the answer. Help: {email}.',
    es: 'Vamos con retraso: una persona sigue revisando su solicitud. No tiene que hacer nada; le enviaremos un SMS con la respuesta. Ayuda: {email}.',
    sw: 'Tumechelewa: mtu bado anaangalia maombi yako. Huhitaji kufanya chochote; tutakutumia SMS yenye jibu. Msaada: {email}.',
  },
  proofLate: {
    en: 'We are late: we are still checking the payment with receipt {receipt}. You do not have to send it again. Help: {email}.',
    es: 'Vamos con retraso: todavía revisamos el pago con el recibo {receipt}. No tiene que enviarlo de nuevo. Ayuda: {email}.',
    sw: 'Tumechelewa: bado tunakagua malipo yenye risiti {receipt}. Huhitaji kuituma tena. Msaada: {email}.',
  },
  messageLate: {
    en: 'We are late with the answer to your message {ticketNo}. It is not lost, and we will answer it in the app. Help: {email}.',
    es: 'Vamos con retraso con la respuesta a su mensaje {ticketNo}. No se ha perdido, y lo responderemos en la aplicación. Ayuda: {email}.',
    sw: 'Tumechelewa kujibu ujumbe wako {ticketNo}. Haujapotea, na tutaujibu kwenye programu. Msaada: {email}.',
  },
  photosAsked: {
    en: 'We need new photos for your loan application. Open the app by {date}: it says which photos, and why. After that the application is closed.',
    es: 'Necesitamos fotos nuevas para su solicitud de préstamo. Abra la aplicación a más tardar el {date}: dice qué fotos y por qué. Después se cierra la solicitud.',
    sw: 'Tunahitaji picha mpya kwa maombi yako ya mkopo. Fungua programu kufikia {date}: inasema ni picha zipi na kwa nini. Baada ya hapo maombi yatafungwa.',
  },
  refunded: {
    en: 'We sent back {amount} that you had paid above your debt, to the M-PESA number {account}. {words}',
    es: 'Le devolvimos {amount} que había pagado por encima de su deuda, al número de M-PESA {account}. {words}',
    sw: 'Tumerudisha {amount} ulizolipa zaidi ya deni lako, kwa nambari ya M-PESA {account}. {words}',
  },
  chargeWrittenOff: {
    en: 'We took {amount} of late charges off your loan. Left to pay: {left}.',
    es: 'Quitamos {amount} de recargos por mora de su préstamo. Queda por pagar: {left}.',
    sw: 'Tumeondoa {amount} za ada ya kuchelewa kwenye mkopo wako. Salio la kulipa: {left}.',
  },
  chargeWrittenOffSettled: {
    en: 'We took {amount} of late charges off your loan. Your loan is repaid and you owe nothing.',
    es: 'Quitamos {amount} de recargos por mora de su préstamo. Su préstamo está pagado y no debe nada.',
    sw: 'Tumeondoa {amount} za ada ya kuchelewa kwenye mkopo wako. Umemaliza kulipa mkopo wako na hudaiwi chochote.',
  },
  paymentMovedAway: {
    en: 'A payment of {amount} was counted for your loan by mistake and now counts for the loan that it belongs to. Left to pay: {left}. Questions: {email}.',
    es: 'Un pago de {amount} se contó por error para su préstamo y ahora cuenta para el préstamo al que corresponde. Queda por pagar: {left}. Preguntas: {email}.',
    sw: 'Malipo ya {amount} yalihesabiwa kwa mkopo wako kimakosa na sasa yamehesabiwa kwa mkopo husika. Salio la kulipa: {left}. Maswali: {email}.',
  },
  paymentMovedAwayEnded: {
    en: 'A payment of {amount} was counted for your loan by mistake and now counts for the loan that it belongs to. Your loan stays closed and you owe nothing on it. Questions: {email}.',
    es: 'Un pago de {amount} se contó por error para su préstamo y ahora cuenta para el préstamo al que corresponde. Su préstamo sigue cerrado y no debe nada de él. Preguntas: {email}.',
    sw: 'Malipo ya {amount} yalihesabiwa kwa mkopo wako kimakosa na sasa yamehesabiwa kwa mkopo husika. Mkopo wako unabaki umefungwa na hudaiwi chochote kwa mkopo huo. Maswali: {email}.',
  },
  messageAnswered: {
    en: 'We have answered your message {ticketNo}. Open the app to read the answer.',
    es: 'Respondimos a su mensaje {ticketNo}. Abra la aplicación para leer la respuesta.',
    sw: 'Tumejibu ujumbe wako {ticketNo}. Fungua programu usome jibu.',
  },
  closingAnswered: {
    en: 'About closing your account: {words} Questions: {email}.',
    es: 'Sobre el cierre de su cuenta: {words} Preguntas: {email}.',
    sw: 'Kuhusu kufunga akaunti yako: {words} Maswali: {email}.',
  },
  movedExtra: {
    en: 'A payment of {amount} that belongs to your loan was counted for it, and you owed nothing on this loan. The money is yours: write to us and we will send it back.',
    es: 'Un pago de {amount} que corresponde a su préstamo se contó para este, y usted no debía nada de este préstamo. El dinero es suyo: escríbanos y se lo devolvemos.',
    sw: 'Malipo ya {amount} ambayo ni ya mkopo wako yamehesabiwa kwa mkopo huu, na hukudaiwa chochote kwa mkopo huu. Pesa hizo ni zako: tuandikie tukurudishie.',
  },
};

/** The keys of all texts. */
export const TEXT_KEYS = Object.keys(WORDS) as readonly TextKey[];

/** Replaces characters outside the GSM alphabet: a single one doubles the price of a text. */
export const plainText = (text: string): string => text.replace(/\u00A0/g, ' ').replace(/•/g, '*');

/** The text that is sent. */
export const textOf = (key: TextKey, language: Language, params: TextParams): string =>
  plainText(
    WORDS[key][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = params[name];
      if (value === undefined) return whole;
      if (typeof value === 'number' && AMOUNTS.includes(name)) return formatKsh(value);
      return name === 'date' ? showDate(toDayMonthYear(String(value)), language) : String(value);
    }),
  );

/** The language of the order's borrower: of the latest call with a session, else of the application. */
export const languageOfBorrower = (db: Db, orderId: number) =>
  db
    .selectFrom('loan_order')
    .innerJoin('app_user', 'app_user.id', 'loan_order.user_id')
    .where('loan_order.id', '=', orderId)
    .select((is) => is.fn.coalesce('app_user.language', 'loan_order.language').as('language'));

/**
 * Queues a text message in the current language of the borrower. The text is sent after the transaction, and never if the
 * transaction fails.
 */
export async function queueText(tx: Tx, row: Pick<OrderRow, 'id'>, key: TextKey, params: TextParams, now: number): Promise<void> {
  await tx
    .insertInto('text_message')
    .values({
      order_id: row.id,
      language: languageOfBorrower(tx, row.id),
      key,
      params: JSON.stringify(params),
      at: now,
      next_at: now,
      ended_at: null,
    })
    .execute();
}

/** A planned text about a due date. Its amounts are read from the ledger when it is sent. */
export type Plan = { key: 'reminder'; date: CalendarDate; days: ReminderDays } | { key: 'overdue'; date: CalendarDate };

/** Queues texts about due dates, to be sent by day. Each is queued once per order, date and reminder: a repeat changes nothing. */
export async function planTexts(tx: Tx, plans: readonly (Plan & { orderId: number })[], now: Instant): Promise<void> {
  if (plans.length === 0) return;
  const rows = plans.map(({ orderId, key, date, ...rest }) => ({
    orderId,
    key: firstKey({ key, ...rest }),
    params: JSON.stringify({ date, ...rest }),
    onceKey: [key, orderId, date, ...Object.values(rest)].join(':'),
  }));
  const of = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  // Arrays make the statement the same for any number of texts, so that it is prepared once.
  await tx
    .insertInto('text_message')
    .columns(['order_id', 'key', 'params', 'at', 'next_at', 'once_key'])
    .expression(
      sql`select order_id, key, params, ${now}::bigint, ${daytimeFrom(now)}::bigint, once_key
        from unnest(${of('orderId')}::bigint[], ${of('key')}::text[], ${of('params')}::jsonb[], ${of('onceKey')}::text[])
          as t(order_id, key, params, once_key)`,
    )
    .onConflict((c) => c.column('once_key').doNothing())
    .execute();
}

const firstKey = ({ key, days }: { key: Plan['key']; days?: ReminderDays }): TextKey =>
  key === 'overdue' ? 'overdue' : days === 0 ? 'dueToday' : 'dueSoon';

/**
 * Queues a text about a change of the account, with the time of the change. There is no order.
 * @param language of the call. The stored language of the borrower comes first, so a stranger who signs in cannot choose it.
 */
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
      language: (is) =>
        is
          .selectFrom('app_user')
          .where('id', '=', userId)
          .select((user) => user.fn.coalesce('language', user.val(language)).as('language')),
      key,
      params: JSON.stringify({ date: nairobiDate(now), time, ...params }),
      at: now,
      next_at: now,
      ended_at: null,
      order_id: null,
    })
    .execute();
}
