/** The log of crashes and outages. It says where an error occurred, and contains no personal data. */
import { LogController, type FastifyBaseLogger, type FastifyServerOptions } from 'fastify';
import { CODE } from '#machines/model/codes.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { DatabaseUnavailable } from '#server/store/availability.ts';
import { DiskFull } from '#server/store/diskRoom.ts';
import type { Store } from '#server/store/store.ts';

/** Removes long runs of digits: messages of the database's driver quote phone, account and order numbers. */
const withoutNumbers = (text: string): string => text.replace(/\d{5,}/g, '•');

export function describeError(error: unknown): { type: string; code?: string | number; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code } = error as NodeJS.ErrnoException;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return { type: error.name, ...(code === undefined ? {} : { code }), message: withoutNumbers(error.message), stack: frames.join('\n') };
}

/** Options for pino in Fastify. Fastify's own request lines are off, because they contain addresses and payloads. */
export const logOptions = (
  level: string,
  stream?: { write(line: string): void },
): Pick<FastifyServerOptions, 'logger' | 'logController'> => ({
  logController: new LogController({ disableRequestLogging: true }),
  logger: {
    level,
    base: undefined,
    serializers: { err: describeError as (error: Error) => ReturnType<typeof describeError>, req: () => ({}), res: () => ({}) },
    ...(stream ? { stream } : {}),
  },
});

/** Logs one line when the database is lost and one when it is back, whatever number of statements fails between them. */
export function logOutages(log: FastifyBaseLogger, { availability }: Store): void {
  availability.subscribe((change) => {
    if (change.is === 'lost') log.warn({ reason: describeError(change.error).message }, 'database lost');
    else log.warn({ ms: Math.round(change.after) }, 'database back');
  });
}

/**
 * Logs one line when there is no room to store anything, and one when there is room again.
 * @returns a function that checks the room; call it about once a second.
 */
export function logRoom(log: FastifyBaseLogger, { room }: Store): () => void {
  let wasFull = false;
  return () => {
    const isFull = room.isFull();
    if (isFull !== wasFull) log.warn({ free: room.free() }, isFull ? 'disk full: nothing is stored' : 'disk has room again');
    wasFull = isFull;
  };
}

/** For lack of a database or of room, which {@link logOutages} and {@link logRoom} log, or in an overload, which a metric counts. */
const isReportedElsewhere = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || error instanceof DiskFull || (error instanceof Refusal && error.code === CODE.tryLater);

/** Logs errors, except those that something else reports. */
export const logFailures =
  (log: FastifyBaseLogger, during: string) =>
  (error: unknown): void => {
    if (!isReportedElsewhere(error)) log.error(describeError(error), during);
  };
