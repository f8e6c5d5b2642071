import type { Unreachable } from '../verdict.ts';

/** Every control was pressed in a dry run. */
const NOT_OFFERED = /^nothing that can be pressed sends /;

/**
 * Obligations that the online test in a browser cannot cover, and why. Each entry is tried at the end. An entry that is covered
 * is a complaint, unless it says when that happens, and so is an entry that fails for another reason than the listed one.
 */
export const UNREACHABLE_IN_BROWSER: readonly Unreachable[] = [
  {
    why: 'the app checks every answer: a session code ends the session (session.lost) before the call itself fails',
    says: /^another transition led to the same state$/,
    names: [/--xstate\.error\.actor\.[\w.]+(\[\d\])?--> sessionEnded$/],
  },
  {
    why: 'this phone erases its data without failure, before anything else can happen',
    says: /^(the phone goes on before anything else can happen|this phone does not fail at that)$/,
    names: [
      /^sessionEnded --xstate\.(route|error)/,
      /^journey\.places\.(policies\.cancellationForm|userCenter\.devices)\.forgetting --(?!xstate\.done)/,
    ],
  },
  {
    why: 'this phone keeps the session of the shell without failure, before anything else can happen',
    says: /^(the phone goes on before anything else can happen|this phone does not fail at that)$/,
    names: [/^takingSession --xstate\.(route|error)/, /^takingSession --back\.requested-->/],
  },
  {
    why: 'this phone starts and saves recordings and logs out without failure, and the camera comes with the page that opens it',
    says: /^(this phone does not fail at that|the phone goes on before anything else can happen)$/,
    names: [/--xstate\.error\.actor\.(startRecording|saveRecording|logOut|openCamera)-->/],
  },
  {
    why: 'the app begins as on a new phone where nothing can be read: the driver lets all of it fail',
    says: /^the app begins as on a new phone, whatever fails$/,
    names: [/^boot --xstate\.error\.actor\.restoreDevice-->/],
  },
  {
    why: 'logging out is over before anything else can happen',
    says: /^the phone goes on before anything else can happen$/,
    names: [/^journey\.places\.userCenter\.settings\.loggingOut --(xstate\.route|back\.requested|application\.sentElsewhere)-->/],
  },
  {
    why: 'the page offers no such amount',
    says: /^the page offers no such amount$/,
    names: [/--loan\.requested\[1\]-->/, /--offer\.choiceMade\[1\]-->/],
  },
  {
    why: 'without an open application no view of the phone has drafts',
    says: /^(this view has no drafts that could be gone|another view has no drafts without an order)$/,
    names: [/^journey\.places\.(borrow|repay|apply\.(toBorrow\.opening|reviewTips)).* --application\.sentElsewhere-->/],
  },
  {
    why: 'the page is covered by a sheet, and the Back of the phone closes it as its own button does',
    says: /^nothing happened$/,
    names: [/\.(picking|camera) --back\.requested-->/],
  },
  {
    why: 'the statement covers the list, and so does the agreement',
    says: NOT_OFFERED,
    names: [/^journey\.places\.tabs\.records\.(statement|agreement) --statement\.opened-->/],
  },
  {
    why: 'the page asks a signed-in borrower for no number',
    says: /^there is no field to type it in$/,
    names: [/^(journey\.places\.promotion\.)?\w+(\.\w+)? --mobile\.submitted\[0\]--> home$/],
  },
  {
    why: 'the page offers no download inside the shell',
    says: NOT_OFFERED,
    unless: 'the shell answers too late at the start, so that the app does not know of it',
    names: [/\.openApp\.shown --retry\.requested-->/],
  },
  {
    why: 'the registration links to neither page, and Back leads to a page with the link that was pressed',
    says: /^blocked by "xstate\.route \(#(pdPop|openApp) from the registration\)".*: nothing that can be pressed sends "xstate\.route"$/,
    names: [/^(pdPop|openApp) --back\.requested\[0\]-->/],
  },
  {
    why: 'a tab has no arrow: Back of the phone leads to the previous page, and up only where that page is closed by now',
    says: NOT_OFFERED,
    names: [/^tabs --back\.requested-->/],
  },
  {
    why: 'the page for languages handles the event itself',
    says: NOT_OFFERED,
    names: [/^journey --language\.chosen-->/],
  },
  {
    why: 'the page shows no form while home is loaded',
    says: /^there is nothing to type$/,
    names: [/^loadingHome --draft\.saved-->/],
  },
  {
    why: 'the page continues only with all photos',
    says: NOT_OFFERED,
    names: [/\.idPhotos\.waiting --identity\.submitted\[1\]-->/],
  },
];
