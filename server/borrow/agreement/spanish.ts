/** The agreement in Latin American Spanish. */
import type { AgreementSection } from '#machines/model/order.ts';
import type { SupportDays } from '#machines/model/device.ts';
import { formatMsisdn } from '#machines/model/phoneNumber.ts';
import type { Figures } from './agreementFigures.ts';
import { known, oneOf, type AgreementWords } from './agreementWords.ts';

const DAYS: Record<SupportDays, string> = { 'mon-fri': 'de lunes a viernes', 'mon-sat': 'de lunes a sábado', 'mon-sun': 'todos los días' };

const parties = ({ lender: { company }, borrower, number }: Figures): AgreementSection[] => [
  {
    heading: 'Las partes',
    facts: known([
      { label: 'Prestamista', value: company.name },
      { label: 'Dirección', value: company.address },
      { label: 'Licencia', value: company.licence },
      { label: 'Otorgada por', value: company.regulator },
      { label: 'Prestatario', value: borrower.name },
      { label: 'Número de documento de identidad', value: borrower.nationalId },
      { label: 'Número de celular', value: borrower.mobileText },
    ]),
    body: 'En este contrato, “nosotros” es el prestamista y “usted” es el prestatario.',
  },
  {
    heading: 'Este contrato',
    facts: [
      { label: 'Número', value: number },
      { label: 'Fecha', value: 'El día en que usted lo acepta' },
    ],
    body: 'Es un préstamo en chelines kenianos sin garantía. Empieza cuando usted lo acepta y termina cuando todo está pagado. Si el dinero no le llega, no debe nada.',
  },
];

const money = (f: Figures): AgreementSection[] => [
  {
    heading: 'Lo que recibe',
    lines: [
      { label: 'Préstamo', value: f.principal },
      {
        label: f.feeMode === 'flat' ? `Comisión de gestión, ${f.feeRate} una vez` : `Comisión de gestión, ${f.feeRate} por día`,
        value: `− ${f.fee}`,
      },
      { label: `Impuesto sobre la comisión, ${f.taxRate}`, value: `− ${f.tax}` },
      { label: 'Le enviamos', value: f.sent },
    ],
    body: 'La comisión y el impuesto se descuentan del préstamo. Enviamos el resto a la cuenta que eligió en la aplicación.',
  },
  {
    heading: 'Lo que devuelve, y cuándo',
    lines: [
      { label: 'Préstamo', value: f.principal },
      { label: `Intereses, ${f.interestRate} al año`, value: f.interest },
      { label: 'Un solo pago', value: f.owed },
      { label: 'Vence, después de enviarse el dinero', value: `${f.days} días` },
    ],
    body: `El préstamo dura ${f.days} días, contados desde el día en que se envía el dinero. Los intereses se cuentan por días. La aplicación siempre muestra la fecha de pago y lo que debe.`,
  },
  {
    heading: 'Lo que cuesta',
    lines: [
      { label: 'Intereses, comisión e impuesto', value: f.cost },
      { label: 'Tasa anual (APR), con todos los costos', value: f.apr },
      { label: 'Tasa anual efectiva', value: f.effective },
    ],
    body: 'Las dos tasas se calculan sobre lo que recibe. Si paga a tiempo, no hay otros costos.',
  },
];

const repayment = (f: Figures): AgreementSection[] => [
  {
    heading: 'Cómo paga',
    body: `Paga en la aplicación desde M-PESA, o en el paybill ${f.paybill} con ${f.number} como número de cuenta. Los pagos cubren primero los recargos por mora, luego los intereses y luego el préstamo.`,
  },
  {
    heading: 'Pagar antes',
    body: 'Puede pagar cualquier parte en cualquier momento. Si paga todo antes de la fecha de pago, paga intereses solo por los días en que tuvo el dinero. Pagar antes no cuesta nada.',
  },
  {
    heading: 'Pagar tarde',
    lines: [
      { label: 'Por día, del préstamo pendiente', value: f.lateRate },
      { label: 'Por día, si no ha devuelto nada', value: f.latePerDay },
      { label: 'Todos los recargos por mora juntos, como máximo', value: f.lateCap },
    ],
    body: 'Los recargos por mora empiezan el día siguiente a la fecha de pago. Juntos nunca superan el préstamo pendiente en la fecha de pago, menos los intereses pendientes en ese momento. Después no se suma nada más.',
  },
  {
    heading: 'Más tiempo',
    body: f.rollover
      ? `Puede mover la fecha de pago ${oneOf(f.rollover.days, 'o')} días, como máximo ${f.rollover.times} veces, por el ${f.rollover.rate} del préstamo pendiente por cada día y su impuesto, que se pagan por adelantado.`
      : 'La fecha de pago no se puede mover.',
  },
];

const rights = (f: Figures): AgreementSection[] => {
  const { email, phone, whatsapp, hours, company } = f.lender;
  return [
    {
      heading: 'Si cambia de opinión',
      body: [
        f.sentAfterHours === null
          ? `Puede rechazar esta oferta sin costo. Termina ${f.offerHours} horas después de hacerse, y el dinero solo se envía después de que usted acepte.`
          : `Puede rechazar esta oferta sin costo. Si no la acepta ni la rechaza en un plazo de ${f.sentAfterHours} horas, el contrato empieza y enviamos el dinero.`,
        'Una vez que el contrato empieza, el dinero está en camino y el contrato no se puede cancelar. Puede terminarlo cualquier día después: devuelva el préstamo y los intereses de los días en que tuvo el dinero. La comisión y el impuesto no se devuelven.',
        'Esto no limita los derechos de cancelación que le da la ley.',
      ].join('\n'),
    },
    {
      heading: 'Sus datos',
      body: [
        'Usamos lo que nos da para decidir sobre el préstamo, enviarlo y cobrarlo. No hablamos con nadie más de este préstamo, salvo con los burós de crédito (CRB) y las autoridades cuando la ley lo exige. Nunca usamos su lista de contactos para cobrar una deuda.',
        `Guardamos las cuentas de este préstamo ${f.booksYears} años después de que termine. Puede pedir ver sus datos, y respondemos en un plazo de ${f.accessDays} días, o que se corrijan o borren, y respondemos en un plazo de ${f.erasureDays} días. Escriba a nuestro oficial de protección de datos: ${company.dataOfficerEmail}.`,
      ].join('\n'),
    },
    {
      heading: 'Quejas',
      facts: known([
        { label: 'Correo electrónico', value: email },
        { label: 'Teléfono', value: phone ?? '' },
        { label: 'WhatsApp', value: whatsapp === null ? '' : formatMsisdn(whatsapp) },
        { label: 'Horario de atención', value: `${DAYS[hours.days]}, de ${hours.from} a ${hours.to}` },
        { label: 'Otras quejas', value: `${company.regulator}, ${company.regulatorContact}` },
        { label: 'Sobre sus datos', value: 'Office of the Data Protection Commissioner, www.odpc.go.ke' },
      ]),
      body: `Escríbanos primero, en la aplicación o a estas direcciones: respondemos en un plazo de ${f.answerDays} ${f.answerDays === 1 ? 'día hábil' : 'días hábiles'}. Si nuestra respuesta no le ayuda, puede presentar otra queja ante los organismos indicados. Puede ir a los tribunales en cualquier momento.`,
    },
    {
      heading: 'Ley',
      body: 'Se aplican las leyes de Kenia y deciden los tribunales de Kenia. Después de que usted acepte, ninguna de las partes puede cambiar sola este contrato. Si una parte no es válida, las demás siguen. El texto que cuenta es el del idioma en que usted lo acepta.',
    },
  ];
};

export const spanish: AgreementWords = {
  title: 'Contrato de préstamo',
  sections: (f) => [...parties(f), ...money(f), ...repayment(f), ...rights(f)],
  accepted: ({ by, date, time, dueDate, borrower, version }) => ({
    heading: 'Aceptación',
    facts: known([
      { label: by === 'borrower' ? 'Aceptado el' : 'Empezó el', value: `${date}, ${time} (Nairobi)` },
      { label: by === 'borrower' ? 'Aceptado por' : 'Prestatario', value: borrower },
      { label: 'Vence, si el dinero se envía ese día', value: dueDate },
      { label: 'Versión', value: version },
    ]),
    body:
      by === 'borrower'
        ? 'Este texto se mostró al prestatario en la aplicación, y el prestatario lo aceptó allí.'
        : 'El prestatario no aceptó ni rechazó la oferta a tiempo. El contrato empezó como dice la parte “Si cambia de opinión”.',
  }),
  page: (number, of) => `Página ${number} de ${of}`,
};
