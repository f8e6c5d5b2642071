/**
 * `npm run demo`: runs the app on a static server, an example back end with its adapter, and an example shell, until a signal.
 * `PORT` is the port of the static server. The back end has the next port. The data is deleted at the end.
 */
import { build, isBuilt } from './lib/builtPages.mjs';
import { say } from './lib/say.mjs';
import { DEMO_BUILD, startDemo, type Demo } from './demo/startDemo.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** @throws Error when the text is no port number below the highest. */
function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_534) throw new Error('PORT must be a number from 0 to 65534.');
  return port;
}

function printAddresses({ shell, app, backEnd, lender, folder }: Demo): void {
  say('');
  say(`shell      ${shell}`);
  say(`app        ${app}`);
  say(`back end   ${backEnd}/v1; each answered call is printed below`);
  say(`lender     ${lender}, called by the back end alone`);
  say(`data       ${folder}; gone when it ends`);
  say('ready; Ctrl+C stops it');
}

async function run(): Promise<void> {
  // A signal during the start takes effect after it, so that the started servers are stopped in order.
  const ended = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve());
  });
  const port = readPort(process.env['PORT'] || '8080');
  if (!isBuilt(DEMO_BUILD) && !(await build(DEMO_BUILD))) throw new Error('The build failed; see the output of vite above.');
  say('starting the lender');
  const demo = await startDemo({ port, onAnswered: ({ method, path, status }) => say(`${status} ${method} ${path}`) });
  printAddresses(demo);
  await ended;
  say('stopping');
  await demo.stop();
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
