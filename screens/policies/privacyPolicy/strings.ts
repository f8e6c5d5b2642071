import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('privacyPolicy', {
  en: {
    title: 'Privacy policy',
    intro: 'What {{app}} keeps about you, why, and for how long.',
    keep: 'What we keep, and why',
    keepNumber: 'Your mobile number: to sign you in and to send you answers.',
    keepForms: 'What you fill in about yourself, your home, your work and your credit history: to decide on your application.',
    keepBureau:
      'What a credit bureau (CRB) reports about you by your ID number, where we have its report: whether it lists you, how many loans you have with other lenders, what you owe them, and how late you were. It helps to decide on your application, together with what you fill in.',
    keepContacts:
      'The name and number of the contacts you give: to check that they know you, if need be by a call. We never speak to them about a debt.',
    keepPhotos:
      'The photos of your ID and your face: to check that you are you. A program reads the card and compares the photos of your face with each other and with the portrait on the card. What it measures of a face is not kept, and where it cannot decide, a person does.',
    keepAccount: 'Your M-PESA number or bank account: to send you the money.',
    keepLoan: 'Your loans and payments: because we must be able to account for them.',
    keepMessages: 'What you write to us and its pictures: to answer you.',
    keepRecordings:
      'Recordings of how you use the app, without names and numbers, only if you said yes under Me, Help improve: to make the app better. They are deleted after {{days}} days, and at once when you say no there.',
    phone: 'What we read from your phone',
    phoneText: 'If that ever changes, we ask for each thing separately, and saying no never blocks a loan.',
    long: 'How long',
    longNon:
      'If you do not get a loan, what you filled in and your photos are deleted after {{nonBorrowersDays}} days. Messages are deleted {{nonBorrowersDays}} days after the last word, once they are answered.',
    longLoan: 'If you take a loan, we keep its books for {{booksYears}} years after it ends, because the law requires it.',
    longRejected:
      'If you close your account after a rejection, a mark made from your number, which does not show it, stays until you may apply again, {{reapplyDays}} days after the rejection.',
    longBureau:
      'What a credit bureau reports is used for at most {{bureauDays}} days after the day of its figures, and then deleted. It is deleted earlier with your account.',
    who: 'Who sees it',
    whoText:
      'The people who decide on your application, and the services that send SMS and money, each only what it needs. Credit bureaus (CRB) and authorities, where the law requires it. We sell it to no one.',
    rights: 'What you may ask for',
    rightsSee: 'To see what we keep: answered within {{accessDays}} days.',
    rightsDelete: 'To have it corrected or deleted: answered within {{erasureDays}} days.',
    rightsBureau: 'You may also ask a credit bureau (CRB) for the report it has about you, and have a mistake in it corrected there.',
    rightsPerson: 'To have a person look again at a decision that a computer made.',
    rightsComplain: 'If our answer does not help, you may complain to the Office of the Data Protection Commissioner, www.odpc.go.ke.',
  },
  es: {
    title: 'Política de privacidad',
    intro: 'Qué guarda {{app}} sobre usted, por qué y cuánto tiempo.',
    keep: 'Qué guardamos y por qué',
    keepNumber: 'Su número de celular: para que inicie sesión y para enviarle respuestas.',
    keepForms: 'Lo que escribe sobre usted, su casa, su trabajo y su historial de crédito: para decidir sobre su solicitud.',
    keepBureau:
      'Lo que un buró de crédito (CRB) informa de usted según el número de su documento de identidad, si tenemos su informe: si figura en él, cuántos préstamos tiene con otros prestamistas, cuánto les debe y con cuánto retraso pagó. Sirve para decidir sobre su solicitud, junto con lo que usted escribe.',
    keepContacts:
      'El nombre y número de los contactos que da: para comprobar que lo conocen, si hace falta con una llamada. Nunca hablamos con ellos de una deuda.',
    keepPhotos:
      'Las fotos de su documento de identidad y de su cara: para comprobar que es usted. Un programa lee la tarjeta y compara las fotos de su cara entre sí y con el retrato de la tarjeta. Lo que mide de una cara no se guarda, y donde no puede decidir, decide una persona.',
    keepAccount: 'Su número M-PESA o su cuenta bancaria: para enviarle el dinero.',
    keepLoan: 'Sus préstamos y pagos: porque debemos poder rendir cuentas de ellos.',
    keepMessages: 'Lo que nos escribe y sus fotos: para responderle.',
    keepRecordings:
      'Grabaciones de cómo usa la aplicación, sin nombres ni números, solo si dijo que sí en Mi cuenta, Ayude a mejorar: para mejorar la aplicación. Se borran después de {{days}} días, y enseguida si dice que no ahí.',
    phone: 'Qué leemos de su teléfono',
    phoneText: 'Si eso cambia, pediremos cada cosa por separado, y decir que no nunca impide un préstamo.',
    long: 'Cuánto tiempo',
    longNon:
      'Si no recibe un préstamo, lo que escribió y sus fotos se borran después de {{nonBorrowersDays}} días. Los mensajes ya respondidos se borran {{nonBorrowersDays}} días después de la última palabra.',
    longLoan: 'Si toma un préstamo, guardamos sus cuentas {{booksYears}} años después de que termine, porque la ley lo exige.',
    longRejected:
      'Si cierra su cuenta después de un rechazo, queda una marca hecha a partir de su número, que no lo muestra, hasta que pueda volver a solicitar un préstamo, {{reapplyDays}} días después del rechazo.',
    longBureau:
      'Lo que informa un buró de crédito se usa como máximo {{bureauDays}} días después del día de sus datos y luego se borra. Si cierra su cuenta, se borra antes.',
    who: 'Quién lo ve',
    whoText:
      'Las personas que deciden sobre su solicitud y los servicios que envían SMS y dinero, cada uno solo lo que necesita. Los burós de crédito (CRB) y las autoridades, donde la ley lo exige. No vendemos sus datos a nadie.',
    rights: 'Qué puede pedir',
    rightsSee: 'Ver lo que guardamos: respondemos en un plazo de {{accessDays}} días.',
    rightsDelete: 'Que se corrija o se borre: respondemos en un plazo de {{erasureDays}} días.',
    rightsBureau: 'También puede pedir a un buró de crédito (CRB) el informe que tiene de usted, y que allí se corrija un error.',
    rightsPerson: 'Que una persona revise una decisión tomada por una computadora.',
    rightsComplain: 'Si nuestra respuesta no le ayuda, puede quejarse ante la Office of the Data Protection Commissioner, www.odpc.go.ke.',
  },
  sw: {
    title: 'Sera ya faragha',
    intro: 'Kile {{app}} inachohifadhi kukuhusu, kwa nini, na kwa muda gani.',
    keep: 'Tunachohifadhi, na kwa nini',
    keepNumber: 'Nambari yako ya simu: ili uingie na tukutumie majibu.',
    keepForms: 'Unachojaza kukuhusu, kuhusu makazi yako, kazi yako na historia yako ya mikopo: ili kuamua kuhusu maombi yako.',
    keepBureau:
      'Kile ambacho shirika la marejeleo ya mikopo (CRB) linaripoti kukuhusu kwa nambari ya kitambulisho chako, ikiwa tuna ripoti yake: kama limekuorodhesha, una mikopo mingapi kwa wakopeshaji wengine, unadaiwa kiasi gani, na ulichelewa kwa muda gani. Husaidia kuamua kuhusu maombi yako, pamoja na unachojaza.',
    keepContacts:
      'Jina na nambari ya watu unaowataja: kuhakikisha wanakufahamu, ikihitajika kwa kuwapigia simu. Hatuzungumzi nao kamwe kuhusu deni.',
    keepPhotos:
      'Picha za kitambulisho chako na uso wako: kuhakikisha ni wewe. Programu husoma kadi na kulinganisha picha za uso wako zenyewe kwa zenyewe na picha iliyo kwenye kadi. Inachopima cha uso hakihifadhiwi, na isipoweza kuamua, mtu huamua.',
    keepAccount: 'Nambari yako ya M-PESA au akaunti ya benki: ili kukutumia pesa.',
    keepLoan: 'Mikopo na malipo yako: kwa sababu lazima tuweze kuyatolea hesabu.',
    keepMessages: 'Unachotuandikia na picha zake: ili kukujibu.',
    keepRecordings:
      'Rekodi za jinsi unavyotumia programu, bila majina wala nambari, ikiwa tu ulisema ndiyo kwenye Mimi, Saidia kuboresha: kuboresha programu. Hufutwa baada ya siku {{days}}, na mara moja unaposema hapana hapo.',
    phone: 'Tunachosoma kwenye simu yako',
    phoneText: 'Hilo likibadilika, tutaomba kila kimoja peke yake, na kukataa hakuzuii mkopo kamwe.',
    long: 'Kwa muda gani',
    longNon:
      'Usipopata mkopo, ulichojaza na picha zako hufutwa baada ya siku {{nonBorrowersDays}}. Ujumbe uliojibiwa hufutwa siku {{nonBorrowersDays}} baada ya neno la mwisho.',
    longLoan: 'Ukichukua mkopo, tunahifadhi hesabu zake kwa miaka {{booksYears}} baada ya kuisha, kwa sababu sheria inataka.',
    longRejected:
      'Ukifunga akaunti yako baada ya kukataliwa, alama iliyotokana na nambari yako, isiyoionyesha, hubaki hadi utakapoweza kuomba tena, siku {{reapplyDays}} baada ya kukataliwa.',
    longBureau:
      'Ripoti ya shirika la marejeleo ya mikopo hutumika kwa muda usiozidi siku {{bureauDays}} baada ya siku ya takwimu zake, kisha hufutwa. Ukifunga akaunti yako hufutwa mapema.',
    who: 'Nani anaona',
    whoText:
      'Watu wanaoamua kuhusu maombi yako, na huduma zinazotuma SMS na pesa, kila moja kile tu inachohitaji. Mashirika ya marejeleo ya mikopo (CRB) na mamlaka za serikali, pale sheria inapotaka. Hatumuuzii mtu yeyote data yako.',
    rights: 'Unachoweza kuomba',
    rightsSee: 'Kuona tunachohifadhi: jibu ndani ya siku {{accessDays}}.',
    rightsDelete: 'Kuomba kirekebishwe au kifutwe: jibu ndani ya siku {{erasureDays}}.',
    rightsBureau:
      'Unaweza pia kuliomba shirika la marejeleo ya mikopo (CRB) ripoti liliyonayo kukuhusu, na kosa lililomo lirekebishwe huko.',
    rightsPerson: 'Kuomba mtu aangalie tena uamuzi uliofanywa na kompyuta.',
    rightsComplain: 'Jibu letu lisipokusaidia, unaweza kulalamika kwa Office of the Data Protection Commissioner, www.odpc.go.ke.',
  },
});
