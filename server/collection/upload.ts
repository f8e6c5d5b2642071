/**
 * Where a shell uploads what it collected: `POST /collected/{orderNo}/{kind}` with the token of the grant and
 * JSON. It is no call of the page: the page never holds the data. It answers `{ code, msg, data }` like every call.
 */
import type { FastifyPluginAsync } from 'fastify';
import { CODE } from '#machines/model/codes.ts';
import { DATA_KINDS } from '#machines/model/collection.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Answer } from '#src/api/payloads.ts';
import type { DataCollection } from './dataCollection.ts';

/** Years of text messages fit; a phone's pictures do not, and are not asked for. */
const LARGEST = 1024 * 1024;

export const UPLOAD_ADDRESS = '/collected';

export const collectedUploads: FastifyPluginAsync<{ collection: DataCollection }> = async (app, { collection }) => {
  app.post<{ Params: { orderNo: string; kind: string } }>(
    `${UPLOAD_ADDRESS}/:orderNo/:kind`,
    { bodyLimit: LARGEST },
    async ({ params, headers, body }): Promise<Answer<null>> => {
      const kind = DATA_KINDS.find((one) => one === params.kind);
      const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
      if (!kind) throw new Refusal(CODE.unknownPath, 'unknownPath');
      if (!token) throw new Refusal(CODE.tokenInvalid, 'tokenInvalid');
      await collection.receive(token, params.orderNo, kind, JSON.stringify(body ?? null));
      return { code: CODE.ok, msg: '', data: null };
    },
  );
};
