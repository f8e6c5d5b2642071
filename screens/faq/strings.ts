import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('faq', {
  en: {
    title: 'Questions and answers',
    howMuch: 'How much can I borrow?',
    howMuchA: 'From {{min}} to {{max}}. A first loan is at most {{first}}; if you pay back on time, the next one may be larger.',
    howLong: 'For how long?',
    howLongA: '{{days}} days. You pay back in one payment, and you may pay parts of it earlier.',
    cost: 'What does it cost?',
    costA:
      'Interest of {{interest}} a year, a processing fee of {{fee}} once, and {{tax}} tax on the fee. Fee and tax are taken off what we send.',
    costExample:
      'An example: for a loan of {{principal}} over {{termDays}} days we send {{sent}}, and you pay back {{owed}}. Together that costs {{cost}}, an APR of {{apr}}.',
    late: 'What if I pay late?',
    lateA:
      'For each day {{late}} of the unpaid loan is added. All late charges together never exceed the loan that was unpaid on the due date.',
    early: 'Can I pay earlier?',
    earlyA: 'At any time. If you pay back everything, interest is charged for the days used only.',
    how: 'How do I pay?',
    howA: 'By a request to your phone, where you enter your M-PESA PIN, or by paybill with our numbers. From {{minimum}}, or exactly what is left. A payment shows within 15 minutes.',
    answer: 'When do I get an answer?',
    answerA: 'Usually within 10 minutes, at most 1 working day. The money arrives 10 to 60 minutes after you accept.',
    cancel: 'Can I change my mind?',
    cancelA:
      'While we check an application it cannot be withdrawn. The offer itself you may decline; it stays open for {{hours}} hours and then lapses, and nothing is owed.',
    more: 'Can the due date be moved?',
    moreYes: 'Yes, at most {{times}} times, for a fee and its tax. The page “Need more time?” shows the exact cost for your loan.',
    moreNo: 'No. You can pay a part at any time; that makes any late charge smaller.',
    one: 'Can I have two loans?',
    oneA: 'No, one at a time.',
    rejected: 'Why was I not approved?',
    rejectedA: 'The page tells you the main reason. You may apply again after 30 days, and you may ask for a person to look again.',
    data: 'What do you read from my phone?',
    dataA:
      'The photos you take and the contacts you pick. Not your messages, not your other contacts, not your location, not your other apps.',
  },
  es: {
    title: 'Preguntas y respuestas',
    howMuch: '¿Cuánto puedo pedir?',
    howMuchA: 'De {{min}} a {{max}}. El primer préstamo es como máximo de {{first}}; si paga a tiempo, el siguiente puede ser mayor.',
    howLong: '¿Por cuánto tiempo?',
    howLongA: '{{days}} días. Se devuelve en un pago, y puede pagar partes antes.',
    cost: '¿Cuánto cuesta?',
    costA:
      'Un interés del {{interest}} al año, una comisión de gestión del {{fee}} una vez y un impuesto del {{tax}} sobre la comisión. La comisión y el impuesto se descuentan de lo que enviamos.',
    costExample:
      'Un ejemplo: por un préstamo de {{principal}} a {{termDays}} días enviamos {{sent}} y usted devuelve {{owed}}. En total cuesta {{cost}}, una TAE del {{apr}}.',
    late: '¿Y si pago tarde?',
    lateA:
      'Cada día se suma el {{late}} del préstamo pendiente. Todos los recargos juntos nunca superan el préstamo pendiente al vencimiento.',
    early: '¿Puedo pagar antes?',
    earlyA: 'En cualquier momento. Si lo devuelve todo, solo se cobran intereses por los días usados.',
    how: '¿Cómo pago?',
    howA: 'Con una solicitud a su teléfono, donde escribe su PIN de M-PESA, o por paybill con nuestros números. Desde {{minimum}}, o exactamente lo que queda. Un pago aparece en 15 minutos.',
    answer: '¿Cuándo recibo una respuesta?',
    answerA: 'Normalmente en 10 minutos, como máximo 1 día hábil. El dinero llega de 10 a 60 minutos después de aceptar.',
    cancel: '¿Puedo cambiar de opinión?',
    cancelA:
      'Mientras revisamos una solicitud no puede retirarse. La oferta sí puede rechazarla; queda abierta {{hours}} horas y luego caduca, sin deber nada.',
    more: '¿Se puede mover la fecha de pago?',
    moreYes:
      'Sí, como máximo {{times}} veces, por una comisión y su impuesto. La página «¿Necesita más tiempo?» muestra el costo exacto de su préstamo.',
    moreNo: 'No. Puede pagar una parte en cualquier momento; eso reduce cualquier recargo.',
    one: '¿Puedo tener dos préstamos?',
    oneA: 'No, uno cada vez.',
    rejected: '¿Por qué no me aprobaron?',
    rejectedA: 'La página le dice el motivo principal. Puede volver a solicitar después de 30 días y pedir que una persona lo revise.',
    data: '¿Qué leen de mi teléfono?',
    dataA:
      'Las fotos que toma y los contactos que elige. No sus mensajes, ni sus otros contactos, ni su ubicación, ni sus otras aplicaciones.',
  },
  sw: {
    title: 'Maswali na majibu',
    howMuch: 'Naweza kukopa kiasi gani?',
    howMuchA: 'Kuanzia {{min}} hadi {{max}}. Mkopo wa kwanza hauzidi {{first}}; ukilipa kwa wakati, unaofuata unaweza kuwa mkubwa zaidi.',
    howLong: 'Kwa muda gani?',
    howLongA: 'Siku {{days}}. Unalipa kwa malipo moja, na unaweza kulipa sehemu mapema.',
    cost: 'Gharama yake ni nini?',
    costA:
      'Riba ya {{interest}} kwa mwaka, ada ya kushughulikia ya {{fee}} mara moja, na kodi ya {{tax}} juu ya ada. Ada na kodi hukatwa kwenye pesa tunazotuma.',
    costExample:
      'Mfano: kwa mkopo wa {{principal}} wa siku {{termDays}} tunatuma {{sent}}, na unalipa {{owed}}. Kwa jumla gharama ni {{cost}}, APR ya {{apr}}.',
    late: 'Nikichelewa kulipa je?',
    lateA:
      'Kila siku {{late}} ya mkopo usiolipwa huongezwa. Ada zote za kuchelewa kwa pamoja hazizidi kamwe mkopo uliokuwa haujalipwa tarehe ya mwisho.',
    early: 'Naweza kulipa mapema?',
    earlyA: 'Wakati wowote. Ukilipa yote, riba hutozwa kwa siku ulizotumia tu.',
    how: 'Nalipaje?',
    howA: 'Kwa ombi kwenye simu yako, ambapo unaweka PIN yako ya M-PESA, au kwa paybill kwa namba zetu. Kuanzia {{minimum}}, au kiasi kamili kilichobaki. Malipo huonekana ndani ya dakika 15.',
    answer: 'Napata jibu lini?',
    answerA: 'Kwa kawaida ndani ya dakika 10, isizidi siku 1 ya kazi. Pesa hufika dakika 10 hadi 60 baada ya kukubali.',
    cancel: 'Naweza kubadili mawazo?',
    cancelA:
      'Tunapokagua maombi hayawezi kuondolewa. Ofa yenyewe unaweza kuikataa; inabaki wazi kwa saa {{hours}} kisha inaisha, na hudaiwi chochote.',
    more: 'Tarehe ya kulipa inaweza kusogezwa?',
    moreYes: 'Ndiyo, mara {{times}} tu, kwa ada na kodi yake. Ukurasa “Unahitaji muda zaidi?” unaonyesha gharama kamili ya mkopo wako.',
    moreNo: 'Hapana. Unaweza kulipa sehemu wakati wowote; hiyo hupunguza ada yoyote ya kuchelewa.',
    one: 'Naweza kuwa na mikopo miwili?',
    oneA: 'Hapana, mmoja kwa wakati.',
    rejected: 'Kwa nini sikukubaliwa?',
    rejectedA: 'Ukurasa unakuambia sababu kuu. Unaweza kuomba tena baada ya siku 30, na unaweza kuomba mtu aangalie tena.',
    data: 'Mnasoma nini kwenye simu yangu?',
    dataA: 'Picha unazopiga na anwani unazochagua. Si ujumbe wako, si anwani zako nyingine, si mahali ulipo, si programu zako nyingine.',
  },
});
