import type { NoticeKey } from '../context.ts';
import { blockNavigation, stateConfig } from '../setup.ts';

/** The session ends by the will of the borrower. The phone erases the borrower, without failure, and home says what happened. */
export const forgetting = <const I extends string, const S extends 'logOut' | 'forgetSession'>(id: I, src: S, key: NoticeKey) => {
  const gone = { target: '#loadingHome', actions: [{ type: 'notify', params: { key } }, 'forgetBorrower'] } as const;
  return stateConfig({ tags: ['busy', 'overlay'], on: blockNavigation, invoke: { id, src, onDone: gone, onError: gone } });
};
