/** Who answers applications in the sandbox: the rules in time, or the person at the desk. The mode survives a restart. */
import type { Store } from '#server/store/store.ts';
import type { DecisionMode } from '#src/api/sandbox.ts';

const SETTING = 'sandbox.decision';

export interface Decider {
  mode(): DecisionMode;
  set(mode: DecisionMode): Promise<void>;
  /** Reads the mode back after a restart. */
  load(): Promise<void>;
}

export function createDecider(store: Store): Decider {
  let mode: DecisionMode = 'time';
  return {
    mode: () => mode,
    async set(next) {
      const value = JSON.stringify(next);
      await store.db
        .insertInto('setting')
        .values({ key: SETTING, value })
        .onConflict((c) => c.column('key').doUpdateSet({ value }))
        .execute();
      mode = next;
    },
    async load() {
      const row = await store.db.selectFrom('setting').select('value').where('key', '=', SETTING).executeTakeFirst();
      mode = row?.value === 'desk' ? 'desk' : 'time';
    },
  };
}
