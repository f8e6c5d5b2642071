import { defineStrings } from '#src/i18n/index.ts';

/** Sentences about the product and its flags. `productTerms.ts` chooses the sentences and fills in every figure. */
export const termsText = defineStrings('terms', {
  en: {
    amount: 'From {{min}} to {{max}}. A first loan is at most {{first}}.',
    growth:
      'Each loan that you pay back by its due date raises the most you can borrow: to {{ladder}}. A loan that is paid late does not raise it.',
    reminders:
      'We send you an SMS {{firstReminder}} days and {{secondReminder}} days before the due date and on its morning, with the amount and how to pay, and once if the loan is overdue. These messages come between {{textsFrom}} and {{textsUntil}}.',
    days: '{{days}} days. You pay back in one payment, and you may pay parts of it earlier.',
    daysLater_one: 'Once you have paid back {{count}} loan by its due date, a loan may run for up to {{longest}} days.',
    daysLater_other: 'Once you have paid back {{count}} loans by their due dates, a loan may run for up to {{longest}} days.',
    costOnce:
      'Interest of {{interest}} a year, a processing fee of {{fee}} once, and {{tax}} tax on the fee. Fee and tax are taken off what we send.',
    costDaily:
      'Interest of {{interest}} a year, a processing fee of {{fee}} for each day of the loan, and {{tax}} tax on the fee. Fee and tax are taken off what we send.',
    cap: 'With every cost included, the yearly rate (APR) of no loan is above {{cap}}.',
    example:
      'An example: for a loan of {{principal}} over {{termDays}} days we send {{sent}}, and you pay back {{owed}}. Together that costs {{cost}}, an APR of {{apr}}.',
    late: 'For each day {{late}} of the unpaid loan is added. All late charges together never exceed the loan that was unpaid on the due date.',
    early: 'You may pay at any time. If you pay back everything, interest is charged for the days used only.',
    pay: 'By a request to your phone, where you enter your M-PESA PIN, or by paybill with our numbers. From {{minimum}} in steps of {{step}}, or exactly what is left. A payment shows within {{creditMinutes}} minutes.',
    answer_one:
      'Usually within {{answerMinutes}} minutes, at most {{count}} working day. The money arrives {{moneyFrom}} to {{moneyTo}} minutes after you accept.',
    answer_other:
      'Usually within {{answerMinutes}} minutes, at most {{count}} working days. The money arrives {{moneyFrom}} to {{moneyTo}} minutes after you accept.',
    decline:
      'While we check an application, you cannot withdraw it. You can decline the offer itself; it stays open for {{hours}} hours and then ends, and you owe nothing.',
    drawAsked: 'We send nothing, and you owe nothing, before you have seen every cost and accepted the agreement.',
    drawAuto_one:
      'If you neither accept nor decline an offer within {{count}} hour, we send you the money; you see every cost before that.',
    drawAuto_other:
      'If you neither accept nor decline an offer within {{count}} hours, we send you the money; you see every cost before that.',
    moreYes:
      'Yes, {{times}} times at most, for {{rolloverFee}} of the unpaid loan for each day and the tax on it. The page “Need more time?” shows the exact cost for your loan.',
    moreNo: 'No. You can pay a part at any time; that reduces any late charge.',
    rejected:
      'The page tells you the main reason. You may apply again after {{reapplyDays}} days, and you may ask for a person to look again.',
    dataNothing:
      'The photos you take and the contacts you pick. Not your SMS, not your other contacts, not your location, not your other apps.',
    dataAsked:
      'The photos you take and the contacts you pick. Besides, each only if you say yes to it: {{kinds}}. Saying no never blocks a loan.',
    adults: 'Adults of {{age}} or older, living in Kenya, with a monthly income, a Kenyan ID and their own mobile number.',
  },
  es: {
    amount: 'De {{min}} a {{max}}. El primer préstamo es como máximo de {{first}}.',
    growth:
      'Cada préstamo que devuelva a más tardar en su fecha de pago aumenta lo que puede pedir prestado: a {{ladder}}. Un préstamo pagado tarde no lo aumenta.',
    reminders:
      'Le enviamos un SMS {{firstReminder}} días y {{secondReminder}} días antes de la fecha de pago y en la mañana de ese día, con el monto y cómo pagar, y una vez si el préstamo está vencido. Estos SMS llegan entre las {{textsFrom}} y las {{textsUntil}}.',
    days: '{{days}} días. Devuelve en un solo pago, y puede pagar partes antes.',
    daysLater_one:
      'Cuando haya devuelto {{count}} préstamo a más tardar en su fecha de pago, un préstamo puede durar hasta {{longest}} días.',
    daysLater_other:
      'Cuando haya devuelto {{count}} préstamos a más tardar en sus fechas de pago, un préstamo puede durar hasta {{longest}} días.',
    costOnce:
      'Un interés del {{interest}} al año, una comisión de gestión del {{fee}} una vez y un impuesto del {{tax}} sobre la comisión. La comisión y el impuesto se descuentan de lo que enviamos.',
    costDaily:
      'Un interés del {{interest}} al año, una comisión de gestión del {{fee}} por cada día del préstamo y un impuesto del {{tax}} sobre la comisión. La comisión y el impuesto se descuentan de lo que enviamos.',
    cap: 'Con todos los costos incluidos, la tasa anual (APR) de ningún préstamo pasa del {{cap}}.',
    example:
      'Un ejemplo: por un préstamo de {{principal}} a {{termDays}} días enviamos {{sent}} y usted devuelve {{owed}}. En total cuesta {{cost}}, una tasa anual (APR) del {{apr}}.',
    late: 'Cada día se suma el {{late}} del préstamo pendiente. Todos los recargos por mora juntos nunca superan el préstamo que estaba pendiente en la fecha de pago.',
    early: 'Puede pagar en cualquier momento. Si lo devuelve todo, solo se cobran intereses por los días usados.',
    pay: 'Con una solicitud de pago a su teléfono, donde escribe su PIN de M-PESA, o por paybill con nuestros números. Desde {{minimum}} en pasos de {{step}}, o exactamente lo que queda. Un pago aparece en un plazo de {{creditMinutes}} minutos.',
    answer_one:
      'Normalmente en un plazo de {{answerMinutes}} minutos, como máximo {{count}} día hábil. El dinero llega de {{moneyFrom}} a {{moneyTo}} minutos después de aceptar.',
    answer_other:
      'Normalmente en un plazo de {{answerMinutes}} minutos, como máximo {{count}} días hábiles. El dinero llega de {{moneyFrom}} a {{moneyTo}} minutos después de aceptar.',
    decline:
      'Mientras revisamos una solicitud no puede retirarla. La oferta sí puede rechazarla; queda abierta {{hours}} horas y luego termina, y no debe nada.',
    drawAsked: 'No enviamos nada, y usted no debe nada, antes de que haya visto cada costo y aceptado el contrato.',
    drawAuto_one: 'Si no acepta ni rechaza una oferta en un plazo de {{count}} hora, le enviamos el dinero; antes ve cada costo.',
    drawAuto_other: 'Si no acepta ni rechaza una oferta en un plazo de {{count}} horas, le enviamos el dinero; antes ve cada costo.',
    moreYes:
      'Sí, como máximo {{times}} veces, por el {{rolloverFee}} del préstamo pendiente por cada día y su impuesto. La página “¿Necesita más tiempo?” muestra el costo exacto de su préstamo.',
    moreNo: 'No. Puede pagar una parte en cualquier momento; eso reduce cualquier recargo por mora.',
    rejected:
      'La página le dice el motivo principal. Puede volver a solicitar un préstamo después de {{reapplyDays}} días y puede pedir que una persona lo revise.',
    dataNothing:
      'Las fotos que toma y los contactos que elige. No sus SMS, ni sus otros contactos, ni su ubicación, ni sus otras aplicaciones.',
    dataAsked:
      'Las fotos que toma y los contactos que elige. Además, cada cosa solo si dice que sí: {{kinds}}. Decir que no nunca impide un préstamo.',
    adults:
      'Adultos de {{age}} años o más que viven en Kenia, con ingresos mensuales, documento de identidad keniano y un número de celular propio.',
  },
  sw: {
    amount: 'Kuanzia {{min}} hadi {{max}}. Mkopo wa kwanza hauzidi {{first}}.',
    growth:
      'Kila mkopo unaoulipa kufikia tarehe yake ya kulipa huongeza kiasi unachoweza kukopa: hadi {{ladder}}. Mkopo uliolipwa kwa kuchelewa haukiongezi.',
    reminders:
      'Tunakutumia SMS siku {{firstReminder}} na siku {{secondReminder}} kabla ya tarehe ya kulipa na asubuhi ya siku hiyo, yenye kiasi na jinsi ya kulipa, na mara moja ukichelewa kulipa. SMS hizi huja kati ya {{textsFrom}} na {{textsUntil}}.',
    days: 'Siku {{days}}. Unalipa kwa mara moja, na unaweza kulipa sehemu mapema.',
    daysLater_one: 'Ukimaliza kulipa mkopo {{count}} kufikia tarehe yake ya kulipa, mkopo unaweza kuwa wa hadi siku {{longest}}.',
    daysLater_other: 'Ukimaliza kulipa mikopo {{count}} kufikia tarehe zake za kulipa, mkopo unaweza kuwa wa hadi siku {{longest}}.',
    costOnce:
      'Riba ya {{interest}} kwa mwaka, ada ya kushughulikia mkopo ya {{fee}} mara moja, na kodi ya {{tax}} juu ya ada. Ada na kodi hukatwa kwenye pesa tunazotuma.',
    costDaily:
      'Riba ya {{interest}} kwa mwaka, ada ya kushughulikia mkopo ya {{fee}} kwa kila siku ya mkopo, na kodi ya {{tax}} juu ya ada. Ada na kodi hukatwa kwenye pesa tunazotuma.',
    cap: 'Pamoja na gharama zote, APR ya mkopo wowote haizidi {{cap}}.',
    example:
      'Mfano: kwa mkopo wa {{principal}} wa siku {{termDays}} tunatuma {{sent}}, na unalipa {{owed}}. Kwa jumla gharama ni {{cost}}, APR ya {{apr}}.',
    late: 'Kila siku {{late}} ya mkopo ambao haujalipwa huongezwa. Ada zote za kuchelewa kwa pamoja hazizidi kamwe mkopo uliokuwa haujalipwa kwenye tarehe ya kulipa.',
    early: 'Unaweza kulipa wakati wowote. Ukilipa yote, riba hutozwa kwa siku ulizotumia tu.',
    pay: 'Kwa ombi la malipo kwenye simu yako, ambapo unaweka PIN yako ya M-PESA, au kwa paybill kwa nambari zetu. Kuanzia {{minimum}} kwa hatua za {{step}}, au kiasi kamili kilichobaki. Malipo huonekana ndani ya dakika {{creditMinutes}}.',
    answer_one:
      'Kwa kawaida ndani ya dakika {{answerMinutes}}, isizidi siku {{count}} ya kazi. Pesa hufika dakika {{moneyFrom}} hadi {{moneyTo}} baada ya kukubali.',
    answer_other:
      'Kwa kawaida ndani ya dakika {{answerMinutes}}, isizidi siku {{count}} za kazi. Pesa hufika dakika {{moneyFrom}} hadi {{moneyTo}} baada ya kukubali.',
    decline:
      'Huwezi kuondoa maombi wakati tunayakagua. Ofa yenyewe unaweza kuikataa; inabaki wazi kwa saa {{hours}} kisha inaisha, na hudaiwi chochote.',
    drawAsked: 'Hatutumi chochote, na hudaiwi chochote, kabla hujaona kila gharama na kukubali mkataba.',
    drawAuto_one: 'Usipokubali wala kukataa ofa ndani ya saa {{count}}, tunakutumia pesa; unaona kila gharama kabla.',
    drawAuto_other: 'Usipokubali wala kukataa ofa ndani ya saa {{count}}, tunakutumia pesa; unaona kila gharama kabla.',
    moreYes:
      'Ndiyo, isizidi mara {{times}}, kwa {{rolloverFee}} ya mkopo ambao haujalipwa kwa kila siku na kodi yake. Ukurasa “Unahitaji muda zaidi?” unaonyesha gharama kamili ya mkopo wako.',
    moreNo: 'Hapana. Unaweza kulipa sehemu wakati wowote; hiyo hupunguza ada yoyote ya kuchelewa.',
    rejected: 'Ukurasa unakuambia sababu kuu. Unaweza kuomba tena baada ya siku {{reapplyDays}}, na unaweza kuomba mtu aangalie tena.',
    dataNothing:
      'Picha unazopiga na watu unaowachagua kwenye orodha ya simu. Si SMS zako, si watu wengine kwenye orodha yako, si mahali ulipo, si programu zako nyingine.',
    dataAsked:
      'Picha unazopiga na watu unaowachagua kwenye orodha ya simu. Zaidi ya hayo, kila kimoja ukikubali tu: {{kinds}}. Kukataa hakuzuii mkopo kamwe.',
    adults:
      'Watu wazima wa miaka {{age}} au zaidi, wanaoishi Kenya, wenye mapato ya kila mwezi, kitambulisho cha Kenya na nambari yao ya simu.',
  },
});
