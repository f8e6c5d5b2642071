/**
 * The first script of the page. It requests all files of the linked place in parallel, so that no request waits for the file
 * that imports its file. The build minifies this source and writes it into the page. No module imports it.
 */

/** Defined by an earlier script of the page. */
declare const savesData: () => boolean;

/** On a phone with a session, other files are requested when the entry runs, or after this time: the entry gets the link first. ms. */
const ENTRY_FIRST = 500;

/** Time limit of a request. After it the file is requested again when it is imported. ms. */
const GIVE_UP = 60_000;

/** Brings a file, by its number. */
type Read = (file: number) => Promise<void>;

/**
 * @param files names of dynamically imported files and of their dependencies.
 * @param needs by the number of a dynamically imported file: that file and its dependencies.
 * @param screens files of screens, by path.
 * @param start files that every start needs, the chart first.
 * @param importName of the function that imports a file once its requests have arrived (`fetchedFirst.ts`).
 * @param storageKey key of the app's stored state.
 * @param readStored is called if somebody is signed in: the entry needs the key of the stored secrets first.
 */
export function requestFiles(
  files: readonly string[],
  needs: Readonly<Record<number, readonly number[]>>,
  screens: Readonly<Record<string, number>>,
  start: number[],
  importName: string,
  storageKey: string,
  readStored: () => void,
): void {
  const requests: Record<number, Promise<void> | null> = {};
  /** The engine caches a failed import by its address, so the next attempt uses another address. */
  const suffixes: Record<string, string> = {};
  /** Screens of early presses, which are requested later. */
  const early: (number | undefined)[] = [];
  /** Arrived files that are compiled when the entry runs; null: the entry runs already. */
  let uncompiled: number[] | null = [];
  /** Number of files of the start that have not arrived. */
  let missing = 0;
  let isBegun = false;
  let isStartWanted = false;
  let isSignedIn = false;

  const addressOf = (name: string): string => `./assets/${name}.js`;

  /** Makes the engine read the file, compile it on another thread, and keep it for the import. */
  const compile: Read = (file) =>
    new Promise((resolve, reject) => {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = addressOf(files[file] as string);
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', reject);
      document.head.appendChild(link);
    });

  function request(file: number, read: Read): Promise<void> {
    const known = requests[file];
    if (known) return known;
    const made = read(file).catch((error: unknown) => {
      requests[file] = null;
      throw error;
    });
    requests[file] = made;
    return made;
  }

  const fetchFile: Read = (file) => {
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(), GIVE_UP);
    return fetch(addressOf(files[file] as string), { signal: giveUp.signal })
      .then((answer) => {
        // The answer may be a page instead of the file: the sign-in page of a Wi-Fi, or from a server without this release.
        if (!answer.ok || !/script/.test(answer.headers.get('content-type') as string)) throw answer;
        return answer.arrayBuffer();
      })
      .then(() => (uncompiled ? void uncompiled.push(file) : compileFetched(file)));
  };
  /** The import waits for the file by itself, and reports a failure. */
  const compileFetched = (file: number): void => void compile(file).catch(() => undefined);
  /**
   * A borrower's cache most likely has the files of the start, so the engine reads them at once. A file that is lost then cannot
   * be imported before the page is reloaded.
   */
  const readOfStart: Read = (file) => (isSignedIn ? compile(file) : fetchFile(file));

  const requestAll = (file: number, read: Read): Promise<unknown> => Promise.all((needs[file] || []).map((one) => request(one, read)));
  /** Ignores a failure: the import requests the file again and reports failures. */
  const requestEarly = (file: number | undefined, read: Read): void => void requestAll(file as number, read).catch(() => undefined);

  function requestOfStart(file: number): void {
    const ended = (): void => {
      if (--missing < 2) early.splice(0).forEach((one) => requestEarly(one, fetchFile));
    };
    missing++;
    requestEarly(file, readOfStart);
    request(file, readOfStart).then(ended, ended);
  }

  function requestStart(): void {
    if (isBegun) start.splice(0).forEach(requestOfStart);
    else isStartWanted = true;
  }

  /** If the phone saves data, only the chart is requested. A later script decides when to request the other files. */
  function begin(): void {
    if (isBegun) return;
    isBegun = true;
    requestOfStart(start.shift() as number);
    if (isStartWanted || !savesData()) requestStart();
    const path = location.hash.slice(1).split('?')[0] as string;
    const linked = path === '/' ? undefined : screens[path];
    if (linked !== undefined) requestEarly(linked, readOfStart);
    // A borrower with a session may have an order, and home with an order is a file of its own.
    else if (isSignedIn) requestEarly(screens['/'], readOfStart);
  }

  (window as unknown as Record<string, unknown>)[importName] = (name: string): Promise<unknown> =>
    requestAll(files.indexOf(name), fetchFile).then(() =>
      import(addressOf(name) + (suffixes[name] || '')).catch((error: unknown) => {
        suffixes[name] = `?${Date.now()}`;
        throw error;
      }),
    );
  // The file for a press is requested when only the last file of the start, the largest, is missing. So the files of the start
  // get the link first, and the request is sent while the last one arrives.
  window.fetchAhead = (path) => {
    if (missing < 2) requestEarly(screens[path], fetchFile);
    else early.push(screens[path]);
  };
  window.fetchStart = requestStart;
  window.entryRuns = () => {
    begin();
    (uncompiled || []).forEach(compileFetched);
    uncompiled = null;
  };

  try {
    isSignedIn = /"isSignedIn":t/.test(localStorage[storageKey] as string);
    if (isSignedIn) readStored();
  } catch {
    // The browser may forbid storage.
  }
  // The phone of a returning borrower has most likely cached the files. Reading them at once would delay the entry, which
  // requests home.
  if (isSignedIn) setTimeout(begin, ENTRY_FIRST);
  else begin();
}
