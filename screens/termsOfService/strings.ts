import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('termsOfService', {
  en: {
    title: 'Terms of service',
    intro: 'The rules of using {{app}}. Each loan has its own agreement, which you read and accept before any money is sent.',
    who: 'Who may apply',
    whoText: 'Adults of 18 or older, living in Kenya, with a monthly income, a Kenyan ID and a mobile number of their own.',
    whoOne: 'One loan at a time. What you fill in must be true and yours.',
    loan: 'The loan',
    loanAmount: 'From {{min}} to {{max}}, for {{days}} days; a first loan at most {{first}}.',
    loanCost:
      'Interest {{interest}} a year. Processing fee {{fee}} once. Tax on the fee {{tax}}. All costs of a loan together stay below {{cap}} a year.',
    loanConsent: 'Nothing is owed before you have seen every cost and accepted the agreement. An offer stays open for {{hours}} hours.',
    pay: 'Paying back',
    payText: 'On the due date or before. Paying early costs interest for the days used only.',
    payLate:
      'For each late day {{late}} of the unpaid loan is added; all late charges together never exceed the loan that was unpaid on the due date.',
    safe: 'Keeping it safe',
    safeText: 'Signing in needs the code we send to your number. Never give that code or your M-PESA PIN to anyone. We never ask for them.',
    decide: 'Decisions',
    decideText: 'A computer may prepare a decision. You may ask for the reason and for a person to look again.',
    ends: 'Leaving',
    endsText: 'You may close your account at any time when no loan is open.',
  },
  es: {
    title: 'Condiciones del servicio',
    intro: 'Las reglas para usar {{app}}. Cada préstamo tiene su propio contrato, que usted lee y acepta antes de que se envíe dinero.',
    who: 'Quién puede solicitar',
    whoText: 'Adultos de 18 años o más que viven en Kenia, con ingresos mensuales, documento keniano y un número de móvil propio.',
    whoOne: 'Un préstamo cada vez. Lo que escriba debe ser verdad y suyo.',
    loan: 'El préstamo',
    loanAmount: 'De {{min}} a {{max}}, por {{days}} días; el primero como máximo de {{first}}.',
    loanCost:
      'Interés del {{interest}} al año. Comisión de gestión del {{fee}} una vez. Impuesto sobre la comisión del {{tax}}. Todos los costos de un préstamo juntos quedan por debajo del {{cap}} al año.',
    loanConsent: 'No se debe nada antes de que vea cada costo y acepte el contrato. Una oferta queda abierta {{hours}} horas.',
    pay: 'La devolución',
    payText: 'En la fecha de pago o antes. Pagar antes solo cuesta intereses por los días usados.',
    payLate:
      'Por cada día de retraso se suma el {{late}} del préstamo pendiente; todos los recargos juntos nunca superan el préstamo pendiente al vencimiento.',
    safe: 'La seguridad',
    safeText:
      'Para entrar hace falta el código que enviamos a su número. No dé ese código ni su PIN de M-PESA a nadie. Nunca se los pedimos.',
    decide: 'Las decisiones',
    decideText: 'Un ordenador puede preparar una decisión. Puede pedir el motivo y que una persona lo revise.',
    ends: 'La salida',
    endsText: 'Puede cerrar su cuenta en cualquier momento si no tiene un préstamo abierto.',
  },
  sw: {
    title: 'Masharti ya huduma',
    intro: 'Kanuni za kutumia {{app}}. Kila mkopo una mkataba wake, unaousoma na kuukubali kabla pesa hazijatumwa.',
    who: 'Nani anaweza kuomba',
    whoText: 'Watu wazima wa miaka 18 au zaidi, wanaoishi Kenya, wenye mapato ya kila mwezi, kitambulisho cha Kenya na namba yao ya simu.',
    whoOne: 'Mkopo mmoja kwa wakati. Unachojaza lazima kiwe kweli na kiwe chako.',
    loan: 'Mkopo',
    loanAmount: 'Kuanzia {{min}} hadi {{max}}, kwa siku {{days}}; wa kwanza hauzidi {{first}}.',
    loanCost:
      'Riba {{interest}} kwa mwaka. Ada ya kushughulikia {{fee}} mara moja. Kodi ya ada {{tax}}. Gharama zote za mkopo kwa pamoja hubaki chini ya {{cap}} kwa mwaka.',
    loanConsent: 'Hudaiwi chochote kabla hujaona kila gharama na kukubali mkataba. Ofa hubaki wazi kwa saa {{hours}}.',
    pay: 'Kulipa',
    payText: 'Tarehe ya kulipa au kabla. Kulipa mapema kunagharimu riba ya siku ulizotumia tu.',
    payLate:
      'Kwa kila siku ya kuchelewa {{late}} ya mkopo usiolipwa huongezwa; ada zote za kuchelewa kwa pamoja hazizidi kamwe mkopo uliokuwa haujalipwa tarehe ya mwisho.',
    safe: 'Usalama',
    safeText:
      'Kuingia kunahitaji namba ya siri tunayotuma kwa simu yako. Usimpe mtu yeyote namba hiyo wala PIN yako ya M-PESA. Hatuziombi kamwe.',
    decide: 'Maamuzi',
    decideText: 'Kompyuta inaweza kuandaa uamuzi. Unaweza kuomba sababu, na kuomba mtu aangalie tena.',
    ends: 'Kuondoka',
    endsText: 'Unaweza kufunga akaunti yako wakati wowote kama hakuna mkopo ulio wazi.',
  },
});
