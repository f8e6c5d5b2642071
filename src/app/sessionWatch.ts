/**
 * Reports a lost session when the answer to any call has a session code, whether the chart or another module made the
 * call.
 */
import { endsSession, toProblem, type Problem } from '#machines/model/codes.ts';
import type { Api } from '#src/api/client.ts';

/**
 * @param epoch number of the current session. The number at the time of the request is reported, so that a late answer
 *   of an older session can be recognised.
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
