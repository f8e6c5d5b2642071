import type { Unreachable } from '../verdict.ts';

/** What the online test in a browser cannot cover, and why. A listed name that is covered is a complaint. */
export const UNREACHABLE_IN_BROWSER: readonly Unreachable[] = [
  {
    why: 'the app checks every answer: a session code ends the session (session.lost) before the call itself fails',
    names: [/--xstate\.error\.actor\.[\w.]+(\[\d\])?--> sessionEnded$/],
  },
  {
    why: 'this phone erases its data without failure, before anything else can happen',
    names: [
      /^sessionEnded --xstate\.(route|error)/,
      /^journey\.places\.(policies\.cancellationForm|userCenter\.devices)\.forgetting --(?!xstate\.done)/,
    ],
  },
  {
    why: 'this browser has no camera',
    names: [/--camera\.opened-->/, /\.idPhotos\.camera\b/],
  },
  {
    why: 'the answers of this lender arrive whole',
    names: [/--upload\.progressed(\[\d\])?-->/],
  },
  {
    why: 'the work of the paths does not end',
    names: [/--captcha\.progressed-->/, /--xstate\.(done|error)\.actor\.solveCaptcha/],
  },
  {
    why: 'this phone starts and saves recordings without failure',
    names: [/--xstate\.error\.actor\.(startRecording|saveRecording|logOut)-->/],
  },
  {
    why: 'logging out is over before anything else can happen',
    names: [/^journey\.places\.userCenter\.settings\.loggingOut --(xstate\.route|back\.requested|application\.sentElsewhere)-->/],
  },
  {
    why: 'the page offers no such amount',
    names: [/--loan\.requested\[1\]-->/, /--offer\.choiceMade\[1\]-->/],
  },
  {
    why: 'without an open application no view of the phone has drafts',
    names: [/^journey\.places\.(borrow|repay|apply\.(toBorrow\.opening|reviewTips)).* --application\.sentElsewhere-->/],
  },
  {
    why: 'the page is covered by a sheet, and the Back of the phone closes it as its own button does',
    names: [/\.picking --back\.requested-->/],
  },
  {
    why: 'the statement covers the list, and so does the agreement',
    names: [/^journey\.places\.tabs\.records\.(statement|agreement) --statement\.opened-->/],
  },
  {
    why: 'the page asks a signed-in borrower for no number',
    names: [/^(journey\.places\.promotion\.)?\w+(\.\w+)? --mobile\.submitted\[0\]--> home$/],
  },
  {
    why: 'the page offers no download inside the shell',
    names: [/\.openApp\.shown --retry\.requested-->/],
  },
  {
    why: 'no page links there',
    names: [/^(pdPop|openApp) --back\.requested\[0\]-->/],
  },
  {
    why: 'a tab has no arrow: Back of the phone leads to the previous page, and up only where that page is closed by now',
    names: [/^tabs --back\.requested-->/],
  },
  {
    why: 'the page for languages handles the event itself',
    names: [/^journey --language\.chosen-->/],
  },
  {
    why: 'the page shows no form while home is loaded',
    names: [/^loadingHome --draft\.saved-->/],
  },
  {
    why: 'the page continues only with all photos',
    names: [/\.idPhotos\.waiting --identity\.submitted\[1\]-->/],
  },
];
