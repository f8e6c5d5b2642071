import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('pop', {
  en: {
    title: 'What we ask your phone for',
    intro: 'Your phone asks you at the moment it is needed, one thing at a time. You can apply without any of them.',
    camera: 'Camera',
    cameraFor: 'To photograph your ID and your face. Used only while you take the photos.',
    cameraNo: 'If you say no: upload photos you already have.',
    contact: 'One contact at a time',
    contactFor: 'To fill in a name and number you pick. We see only the person you pick.',
    contactNo: 'If you say no: type the name and the number.',
    askedFor: 'For your application. When we ask, we tell you exactly what for.',
    askedNo: 'If you say no: nothing is read, and nothing changes for you.',
    not: 'What we do not ask for',
    notText: 'Your SMS, your other contacts, your location, your files and the list of your apps.',
    later:
      'If a lender ever needs one of these for a loan, the app asks for it separately and says what for. Refusing never blocks a loan.',
  },
  es: {
    title: 'Qué pedimos a su teléfono',
    intro: 'Su teléfono pregunta en el momento en que hace falta, una cosa a la vez. Puede solicitar un préstamo sin ninguna.',
    camera: 'Cámara',
    cameraFor: 'Para fotografiar su documento de identidad y su cara. Solo mientras toma las fotos.',
    cameraNo: 'Si dice que no: suba fotos que ya tenga.',
    contact: 'Un contacto a la vez',
    contactFor: 'Para llenar el nombre y el número que elija. Solo vemos a la persona que elige.',
    contactNo: 'Si dice que no: escriba el nombre y el número.',
    askedFor: 'Para su solicitud. Cuando lo pedimos, le decimos exactamente para qué.',
    askedNo: 'Si dice que no: no se lee nada y nada cambia para usted.',
    not: 'Qué no pedimos',
    notText: 'Sus SMS, sus otros contactos, su ubicación, sus archivos y la lista de sus aplicaciones.',
    later:
      'Si un prestamista alguna vez necesita algo de esto para un préstamo, la aplicación lo pedirá por separado y dirá para qué. Negarse nunca impide un préstamo.',
  },
  sw: {
    title: 'Tunachoomba kutoka kwa simu yako',
    intro: 'Simu yako inakuuliza wakati kinapohitajika, kimoja kimoja. Unaweza kuomba mkopo bila hata kimoja.',
    camera: 'Kamera',
    cameraFor: 'Kupiga picha kitambulisho chako na uso wako. Hutumika tu unapopiga picha.',
    cameraNo: 'Ukikataa: pakia picha ulizonazo tayari.',
    contact: 'Mtu mmoja kwa wakati mmoja',
    contactFor: 'Kujaza jina na nambari unayochagua. Tunamwona tu mtu unayemchagua.',
    contactNo: 'Ukikataa: andika jina na nambari.',
    askedFor: 'Kwa maombi yako. Tunapokuomba, tunakuambia ni ya nini hasa.',
    askedNo: 'Ukikataa: hakuna kinachosomwa, na hakuna kinachobadilika kwako.',
    not: 'Tusichoomba',
    notText: 'SMS zako, watu wengine kwenye orodha ya simu yako, mahali ulipo, faili zako na orodha ya programu zako.',
    later:
      'Ikiwa siku moja kitu kama hicho kitahitajika kwa mkopo, programu itakiomba peke yake na kusema ni cha nini. Kukataa hakuzuii mkopo kamwe.',
  },
});
