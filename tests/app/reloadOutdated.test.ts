import { describe, expect, it, vi } from 'vitest';
import { CODE } from '#machines/model/codes.ts';
import { problem } from '#src/api/errors.ts';
import { reloadOutdated } from '#src/app/reloadOutdated.ts';

const refusing = (code: number) => {
  const reload = vi.fn();
  const api = reloadOutdated({ call: () => Promise.reject(problem(code, 'words of the lender')) }, reload);
  return { reload, outcome: api.call('productList', {}).catch((error: unknown) => error) };
};

describe('page that the lender does not serve any more', () => {
  it("page that the lender no longer serves: reloads itself, and shows the lender's message until then", async () => {
    const { reload, outcome } = refusing(CODE.pageOutdated);
    expect(await outcome).toEqual({ code: CODE.pageOutdated, message: 'words of the lender' });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([CODE.unknownPath, CODE.tokenExpired, CODE.serverError])('outdated page, another refusal (%i): stays', async (code) => {
    const { reload, outcome } = refusing(code);
    expect(await outcome).toMatchObject({ code });
    expect(reload).not.toHaveBeenCalled();
  });
});
