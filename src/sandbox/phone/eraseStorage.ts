/** Resets the phone: deletes everything that this origin has stored. */
export async function forgetEverything(): Promise<void> {
  window.localStorage.clear();
  window.sessionStorage.clear();
  const databases = await window.indexedDB.databases().catch(() => []);
  await Promise.all(databases.flatMap(({ name }) => (name ? [removeDatabase(name)] : [])));
}

/** The browser deletes an open database only when it is closed; the reset does not wait for that. */
const removeDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const request = window.indexedDB.deleteDatabase(name);
    for (const outcome of ['success', 'error', 'blocked']) request.addEventListener(outcome, () => resolve());
  });
