/** Reloads the page when the lender does not serve its version any more. Such a call was refused before anything was done. */
import { CODE, toProblem } from '#machines/model/codes.ts';
import type { Api } from '#src/api/client.ts';

/** @param reload is called, and the call still rejects: the page shows the refusal until it reloads, or if it cannot reload. */
export const reloadOutdated = (api: Api, reload: () => void): Api => ({
  call: (name, request, options) =>
    api.call(name, request, options).catch((error: unknown) => {
      if (toProblem(error).code === CODE.pageOutdated) reload();
      throw error;
    }),
});
