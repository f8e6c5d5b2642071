/** Who answers applications in the sandbox: the rules in time, or the person at the desk. The mode survives a restart. */
import { readSetting, writeSetting } from '#server/store/storedSettings.ts';
import type { Store } from '#server/store/store.ts';
import type { DecisionMode } from '#src/api/sandbox.ts';

const SETTING = 'sandbox.decision';

export interface Decider {
  mode(): DecisionMode;
  set(mode: DecisionMode): Promise<void>;
  /** Reads the mode: after a restart, and where another process may have set it. */
  load(): Promise<void>;
}

export function createDecider(store: Store): Decider {
  let mode: DecisionMode = 'time';
  return {
    mode: () => mode,
    async set(next) {
      await writeSetting(store.db, SETTING, next);
      mode = next;
    },
    async load() {
      mode = (await readSetting(store.db, SETTING)) === 'desk' ? 'desk' : 'time';
    },
  };
}
