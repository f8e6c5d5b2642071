/**
 * Runs in the page before anything else: requests at once the files of the place in the link, so that no file waits for another
 * one to name it. The build reads this file, makes it small and writes it into the page; nothing imports it.
 */

/** An earlier script of the page defines it. */
declare const savesData: () => boolean;

/** Where the phone has a session, a slow link carries nothing but the entry for so long. ms. */
const ENTRY_FIRST = 500;

/** A file that does not arrive within this is fetched again when it is imported. ms. */
const GIVE_UP = 60_000;

/**
 * @param files names of dynamically imported files and of their dependencies.
 * @param needs by the number of a dynamically imported file: that file and its dependencies.
 * @param screens by path: the file of its screen.
 * @param start files that every start needs, the chart first.
 * @param importName of the function that imports a file once its requests have arrived (`fetchedFirst.ts`).
 * @param storageKey under which the app stores what it knows.
 */
export function requestFiles(
  files: readonly string[],
  needs: Readonly<Record<number, readonly number[]>>,
  screens: Readonly<Record<string, number>>,
  start: number[],
  importName: string,
  storageKey: string,
): void {
  const requests: Record<number, Promise<void> | null> = {};
  /** The engine caches a failed import by its address, so the next attempt has another one. */
  const suffixes: Record<string, string> = {};
  /** Screens for a press that came early. */
  const early: (number | undefined)[] = [];
  /** Files that are compiled when the entry runs and has begun to read the phone; null: it has. */
  let uncompiled: number[] | null = [];
  /** Files of the start that are under way. */
  let missing = 0;
  let isBegun = false;
  let isStartWanted = false;
  let isSignedIn = false;

  const addressOf = (name: string): string => `./assets/${name}.js`;

  /** The engine reads the file again from its cache, compiles it on another thread, and keeps it for the import. */
  function compile(file: number): void {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = addressOf(files[file] as string);
    document.head.appendChild(link);
  }

  function request(file: number): Promise<void> {
    const known = requests[file];
    if (known) return known;
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(), GIVE_UP);
    const made = fetch(addressOf(files[file] as string), { signal: giveUp.signal })
      .then((answer) => {
        // A page may stand in the place of a file: of a Wi-Fi that asks for a sign-in, or of a server without this release.
        if (!answer.ok || !/script/.test(answer.headers.get('content-type') as string)) throw answer;
        return answer.arrayBuffer();
      })
      .then(() => void (uncompiled ? uncompiled.push(file) : compile(file)))
      .catch((error: unknown) => {
        requests[file] = null;
        throw error;
      });
    requests[file] = made;
    return made;
  }
  const requestAll = (file: number): Promise<unknown> => Promise.all((needs[file] || []).map(request));
  /** Whoever needs the file requests it again, and reports a failure. */
  const requestEarly = (file: number | undefined): void => void requestAll(file as number).catch(() => undefined);

  function requestOfStart(file: number): void {
    const ended = (): void => {
      if (--missing < 2) early.splice(0).forEach(requestEarly);
    };
    missing++;
    requestEarly(file);
    request(file).then(ended, ended);
  }

  function requestStart(): void {
    if (isBegun) start.splice(0).forEach(requestOfStart);
    else isStartWanted = true;
  }

  /** Where the phone saves data only the chart is requested: a later script of the page knows whether the others wait for a touch. */
  function begin(): void {
    if (isBegun) return;
    isBegun = true;
    requestOfStart(start.shift() as number);
    if (isStartWanted || !savesData()) requestStart();
    const path = location.hash.slice(1).split('?')[0] as string;
    const linked = path === '/' ? undefined : screens[path];
    if (linked !== undefined) requestEarly(linked);
    // Home may have an order.
    else if (isSignedIn) requestEarly(screens['/']);
  }

  (window as unknown as Record<string, unknown>)[importName] = (name: string): Promise<unknown> =>
    requestAll(files.indexOf(name)).then(() =>
      import(addressOf(name) + (suffixes[name] || '')).catch((error: unknown) => {
        suffixes[name] = `?${Date.now()}`;
        throw error;
      }),
    );
  // A press waits until all files of the start but one, the largest, are here: the link carries what the app needs first, and
  // the request travels while the last one arrives.
  window.fetchAhead = (path) => {
    if (missing < 2) requestEarly(screens[path]);
    else early.push(screens[path]);
  };
  window.fetchStart = requestStart;
  window.entryRuns = () => {
    begin();
    (uncompiled || []).forEach(compile);
    uncompiled = null;
  };

  try {
    isSignedIn = /"isSignedIn":t/.test(localStorage[storageKey] as string);
  } catch {
    // Storage may be forbidden.
  }
  // The files of a borrower who returns are most likely in the phone's cache, and reading them would delay the entry, which asks
  // for home.
  if (isSignedIn) setTimeout(begin, ENTRY_FIRST);
  else begin();
}
