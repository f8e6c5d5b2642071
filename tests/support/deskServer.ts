/** The built desk as the lender serves it, with the small lender of the tests behind it. */
import Fastify from 'fastify';
import sharp from 'sharp';
import { staticPages } from '#server/staticPages.ts';
import { CSRF_HEADER, DESK_API, type DeskCall, type DeskRefusal } from '#src/api/desk.ts';
import { DIST } from '../../scripts/lib/bundle.ts';
import { createDeskLender, type DeskLender } from './deskLender.ts';

export interface DeskServer {
  url: string;
  lender: DeskLender;
  /** The lender handles the next request of this call, but its answer is lost. */
  loseAnswer: (call: DeskCall) => void;
  /** Number of times that each call was made. */
  calls: ReadonlyMap<string, number>;
  stop: () => Promise<void>;
}

const STATUS: Partial<Record<DeskRefusal['error'], number>> = {
  signedOut: 401,
  notAllowed: 403,
  unknownCase: 404,
  badInput: 400,
  tooMany: 429,
};
const COOKIE = /desk=([^;]+)/;

/** A grey card with lines, on which zoom and rotation are visible. */
const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#d8dce8' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="640" height="400"><rect x="40" y="60" width="180" height="240" fill="#8a93ad"/><path d="M260 100h320M260 150h260M260 200h300M260 250h200" stroke="#3b4258" stroke-width="18"/></svg>',
        ),
      },
    ])
    .jpeg()
    .toBuffer();

export async function startDeskServer(): Promise<DeskServer> {
  const lender = createDeskLender();
  const lost = new Set<string>();
  const calls = new Map<string, number>();
  const app = Fastify();
  await app.register(staticPages, { dist: DIST, isSandbox: true, frameAncestors: [] });
  app.get(`${DESK_API}/picture/:name`, async (_request, to) => to.type('image/jpeg').send(await picture()));
  app.post<{ Params: { name: DeskCall } }>(`${DESK_API}/:name`, async (request, to) => {
    const { name } = request.params;
    calls.set(name, (calls.get(name) ?? 0) + 1);
    const cookie = COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? null;
    try {
      const answer = lender.call(name, request.body as never, cookie);
      const isPublicCall = ['session', 'signIn', 'confirmCode', 'passkeyChallenge', 'readInvitation', 'acceptInvitation'].includes(name);
      if (!isPublicCall && request.headers[CSRF_HEADER] !== `csrf-${cookie ?? ''}`)
        return to.code(403).send({ error: 'notAllowed', message: 'No header of this session.' } satisfies DeskRefusal);
      if (answer.cookie !== undefined)
        to.header(
          'set-cookie',
          `desk=${answer.cookie ?? ''}; Path=/desk; HttpOnly; SameSite=Strict${answer.cookie === null ? '; Max-Age=0' : ''}`,
        );
      if (lost.delete(name)) {
        request.raw.destroy();
        return to.hijack();
      }
      return { data: answer.data };
    } catch (error) {
      const { error: kind, message } = error as DeskRefusal;
      return to.code(STATUS[kind] ?? 409).send({ error: kind, message } satisfies DeskRefusal);
    }
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    lender,
    calls,
    loseAnswer: (call) => void lost.add(call),
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
