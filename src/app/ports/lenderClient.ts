import { LOCAL, type Problem } from '#machines/model/codes.ts';
import type { Api } from '#src/api/client.ts';

/** The client as ports use it. @throws Problem `networkFailed` when its chunk could not be fetched. */
export const clientOf = (api: () => Promise<Api>) => async (): Promise<Api> => {
  try {
    return await api();
  } catch {
    throw { code: LOCAL.networkFailed, message: '' } satisfies Problem;
  }
};
