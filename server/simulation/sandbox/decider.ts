/** The mode of decisions in the sandbox: by the rules after some time, or by a person at the desk. It survives a restart. */
import { readSetting, writeSetting } from '#server/store/storedSettings.ts';
import type { Store } from '#server/store/store.ts';
import type { DecisionMode } from '#src/api/sandbox.ts';

const SETTING = 'sandbox.decision';

export interface Decider {
  mode(): DecisionMode;
  set(mode: DecisionMode): Promise<void>;
  /** Reads the mode, after a restart or a change by another process. */
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
