/**
 * The route for recordings of borrowers who agreed: `POST /recordings/{journey}/{piece}` (`docs/wire.md`). The first piece needs
 * a session. Its answer contains a key for the other pieces, so that the steps after a sign-out can be recorded. The sender is
 * checked before the body is decompressed.
 */
import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from '#server/refusals/refusal.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import { DiskFull } from '#server/store/diskRoom.ts';
import { JOURNEY_LIMITS, RECORDINGS_PATH, RECORDINGS_TYPE } from '#src/market/recordingLimits.ts';
import { readPiece } from './piece.ts';
import type { Received, Recordings } from './recordings.ts';

const STATUS: Readonly<Record<Exclude<Received, 'stored'>, number>> = {
  notAgreed: 403,
  notNext: 409,
  full: 413,
  tooMany: 429,
  noRoom: 503,
};

export interface RecordingUploads {
  recordings: Pick<Recordings, 'receive' | 'keyOf' | 'ownerOf'>;
  /** @throws Refusal with a session code. */
  authenticate: (authorization: string | undefined) => Promise<{ userId: number }>;
}

type Address = { Params: { journey: string; piece: string } };

export const recordingUploads: FastifyPluginAsync<RecordingUploads> = async (app, { recordings, authenticate }) => {
  /** @throws Refusal @returns null: the key belongs to another journey, or the consent was withdrawn. */
  async function senderOf(authorization: string | undefined, journey: string, piece: number): Promise<number | null> {
    if (piece === 0) return (await authenticate(authorization)).userId;
    return recordings.ownerOf(journey, /^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '');
  }

  app.addContentTypeParser(RECORDINGS_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<Address>(
    `${RECORDINGS_PATH}/:journey(^[0-9a-f]{32}$)/:piece(^\\d{1,3}$)`,
    { bodyLimit: JOURNEY_LIMITS.bytes },
    async ({ params, headers, body }, reply) => {
      const { journey } = params;
      const piece = Number(params.piece);
      try {
        const userId = await senderOf(headers.authorization, journey, piece);
        if (userId === null) return await reply.code(401).send();
        const read = Buffer.isBuffer(body) ? await readPiece(body, { journey, piece }) : null;
        if (!read) return await reply.code(400).send();
        const received = await recordings.receive(userId, read);
        if (received !== 'stored') return await reply.code(STATUS[received]).send();
        return await (piece === 0 ? reply.code(201).send({ key: recordings.keyOf(journey) }) : reply.code(204).send());
      } catch (error) {
        if (error instanceof Refusal) return reply.code(401).send();
        if (error instanceof DatabaseUnavailable || error instanceof DiskFull) return reply.code(503).send();
        throw error;
      }
    },
  );
};
