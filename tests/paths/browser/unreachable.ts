import type { Beyond } from '../verdict.ts';

/** What the paths leave open with this browser, and why. The list is checked: what is proved must not stand here. */
export const BEYOND_THE_BROWSER: readonly Beyond[] = [
  {
    why: 'the app looks at every answer: a session code ends the session (session.lost) before the call that heard it fails',
    names: [/--xstate\.error\.actor\.[\w.]+(\[\d\])?--> sessionEnded$/],
  },
  {
    why: 'this phone forgets without fail, and before anything else can happen',
    names: [/^sessionEnded --xstate\.(route|error)/, /^journey\.places\.policies\.cancellationForm\.forgetting --(?!xstate\.done)/],
  },
  {
    why: 'the answers of this lender arrive whole',
    names: [/--upload\.progressed(\[\d\])?-->/],
  },
  {
    why: 'what the phone keeps is read without fail, and so is its recording started and saved',
    names: [/--xstate\.error\.actor\.(restoreDevice|startRecording|saveRecording|logOut)-->/],
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
    why: 'without an application on its way no view of the phone has drafts that could be gone',
    names: [/^journey\.places\.(borrow|repay|apply\.(toBorrow\.opening|reviewTips)).* --application\.sentElsewhere-->/],
  },
  {
    why: 'the page is covered by a sheet, and the Back of the phone closes it as its own button does',
    names: [/\.picking --back\.requested-->/],
  },
  {
    why: 'the list lies under the statement',
    names: [/^journey\.places\.tabs\.records\.statement --statement\.opened-->/],
  },
  {
    why: 'whoever is signed in is asked for no number',
    names: [/^(journey\.places\.promotion\.)?\w+(\.\w+)? --mobile\.submitted\[0\]--> home$/],
  },
  {
    why: 'in the shell there is nothing to download',
    names: [/\.openApp\.shown --retry\.requested-->/],
  },
  {
    why: 'no page links there',
    names: [/^(pdPop|openApp) --back\.requested\[0\]-->/],
  },
  {
    why: 'a tab has no arrow: the Back of the phone leads to the page before, and up only where that one is closed by now',
    names: [/^tabs --back\.requested-->/],
  },
  {
    why: 'a language is chosen on its own page, which answers for itself',
    names: [/^journey --language\.chosen-->/],
  },
  {
    why: 'the page shows no form while the lender is asked',
    names: [/^loadingHome --draft\.saved-->/],
  },
  {
    why: 'the page goes on only once all photos are there',
    names: [/\.idPhotos\.waiting --identity\.submitted\[1\]-->/],
  },
  {
    why: 'a rejected borrower may apply again on a day that these examples do not reach',
    names: [/^reviewTips --application\.opened-->/],
  },
];
