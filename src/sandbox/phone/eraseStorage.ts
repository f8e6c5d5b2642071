/** The phone as it came from the shop: everything this origin ever stored is gone. */
export async function forgetEverything(): Promise<void> {
  window.localStorage.clear();
  window.sessionStorage.clear();
  const databases = await window.indexedDB.databases().catch(() => []);
  await Promise.all(databases.flatMap(({ name }) => (name ? [removeDatabase(name)] : [])));
}

/** A database that is still open somewhere goes when it is closed: nothing here needs to wait for that. */
const removeDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const request = window.indexedDB.deleteDatabase(name);
    for (const outcome of ['success', 'error', 'blocked']) request.addEventListener(outcome, () => resolve());
  });
