/** Places left in a promotion. */
import type { Api } from '#src/api/client.ts';
import { clientOf } from './lenderClient.ts';
import type { Works } from './binding.ts';

export interface PromotionDeps {
  api: () => Promise<Api>;
}

export function promotionPorts({ api }: PromotionDeps): Works<'loadVacancies'> {
  return {
    loadVacancies: async ({ input, signal }) => {
      const { vacancies } = await (await clientOf(api)()).call('productList', input, { signal });
      return { vacancies };
    },
  };
}
