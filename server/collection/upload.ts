/**
 * The route for a shell's uploads of collected data: `POST /collected/{orderNo}/{kind}` with the token of the grant and JSON.
 * The shell sends the data itself, so that the page never holds it. The answer is `{ code, msg, data }` as for every call.
 */
import type { FastifyPluginAsync } from 'fastify';
import { CODE } from '#machines/model/codes.ts';
import { DATA_KINDS } from '#machines/model/collection.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import type { Answer } from '#src/api/payloads.ts';
import type { DataCollection } from './dataCollection.ts';

/** Enough for years of text messages. Pictures would not fit, and are not requested. */
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
