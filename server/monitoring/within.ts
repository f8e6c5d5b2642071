/** @param patience ms. @throws Error when the work has no answer in this time. The work itself goes on. */
export const within = <T>(patience: number, work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), patience).unref())]);
