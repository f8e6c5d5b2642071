/** What the log may contain about a crash: where it happened, not about whom. */
import { LogController, type FastifyServerOptions } from 'fastify';

/** Runs of digits are phone, account and order numbers; driver messages quote them. */
const withoutNumbers = (text: string): string => text.replace(/\d{5,}/g, '•');

export function describeError(error: unknown): { type: string; code?: string | number; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code } = error as NodeJS.ErrnoException;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return { type: error.name, ...(code === undefined ? {} : { code }), message: withoutNumbers(error.message), stack: frames.join('\n') };
}

/** pino through Fastify. Fastify's own request lines are off: they carry addresses and payloads. */
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
