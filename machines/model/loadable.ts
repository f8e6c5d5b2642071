/** Data that a page loads. Plain data, because recordings hold it. */
export type Loadable<T> = { readonly is: 'loading' } | { readonly is: 'loaded'; readonly value: T } | { readonly is: 'failed' };

/** Also the initial value: a page that was never opened has no data either. */
export const LOADING = { is: 'loading' } as const;
export const FAILED = { is: 'failed' } as const;

export const loaded = <T>(value: T): Loadable<T> => ({ is: 'loaded', value });

/** The data, for a page that also works without them; null: they are not loaded. */
export const valueOf = <T>(data: Loadable<T>): T | null => (data.is === 'loaded' ? data.value : null);
