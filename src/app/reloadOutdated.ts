/** Loads the page again when the lender does not serve its version any more. The call was refused before anything was done. */
import { CODE, toProblem } from '#machines/model/codes.ts';
import type { Api } from '#src/api/client.ts';

/** @param reload is called beside the refusal, which the page shows meanwhile, or where it cannot be loaded again. */
export const reloadOutdated = (api: Api, reload: () => void): Api => ({
  call: (name, request, options) =>
    api.call(name, request, options).catch((error: unknown) => {
      if (toProblem(error).code === CODE.pageOutdated) reload();
      throw error;
    }),
});
