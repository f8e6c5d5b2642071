/** A database of this browser (IndexedDB) that is opened for one transaction at a time. */

export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser keeps nothing')));
  });

const doneOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the browser keeps nothing')));
  });

/** Runs a transaction over all stores of the database. */
export type Within = <T>(mode: IDBTransactionMode, act: (transaction: IDBTransaction) => Promise<T>) => Promise<T>;

/** @param stores by name, with the options of their creation. */
export function browserStore(name: string, stores: Readonly<Record<string, IDBObjectStoreParameters>>): Within {
  const open = (): Promise<IDBDatabase> => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => {
      for (const [store, options] of Object.entries(stores)) request.result.createObjectStore(store, options);
    });
    return resultOf(request);
  };
  return async (mode, act) => {
    const database = await open();
    try {
      const transaction = database.transaction(Object.keys(stores), mode);
      const done = doneOf(transaction);
      const result = await act(transaction);
      await done;
      return result;
    } finally {
      database.close();
    }
  };
}
