/** Any answer that says the session is over ends the session it was asked in, whoever asked: a call of the chart or one beside it. */
import { endsSession, toProblem, type Problem } from '#machines/model/codes.ts';
import type { Api } from '#src/api/client.ts';

/**
 * @param epoch of the session now; the one at the moment of asking goes with the loss, so that a late answer of an
 *   older session can be told apart.
 */
export const watchSession = (api: Api, epoch: () => number, lost: (epoch: number, problem: Problem) => void): Api => ({
  call: async (name, request, options) => {
    const asked = epoch();
    try {
      return await api.call(name, request, options);
    } catch (error) {
      const problem = toProblem(error);
      if (endsSession(problem.code)) lost(asked, problem);
      throw error;
    }
  },
});
