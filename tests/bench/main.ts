/**
 * `npm run bench`: prints the duration of slow operations, without limits. A time depends on the machine as much as on the
 * program. So each bench compares two times of the same run, and the ratios can be compared between machines.
 */
import buildPages from '../support/pagesSetup.ts';
import { benchOpening } from './opening.ts';
import { benchPages, PAGES_USAGE } from './pages/main.ts';
import { benchPopulation } from './population.ts';
import { benchReplay } from './replaying.ts';
import { benchScrub } from './scrubbing.ts';
import { benchTyping } from './typing.ts';

interface Bench {
  does: string;
  /** @returns lines with the measured times, the ratio last. */
  run: (args: readonly string[]) => Promise<string[]>;
  /** Lines about its options; left out: it has none. */
  options?: readonly string[];
}

const withBuild = (bench: () => Promise<string[]>) => async (): Promise<string[]> => {
  await buildPages();
  return bench();
};

const BENCHES: Readonly<Record<string, Bench>> = {
  pages: { does: 'the app beside pages built the usual way, on a throttled browser', run: benchPages, options: PAGES_USAGE },
  typing: { does: 'a letter is typed into the heaviest form', run: withBuild(benchTyping) },
  replay: { does: 'a recording is replayed', run: benchReplay },
  scrub: { does: 'a recording is scrubbed in the inspector', run: withBuild(benchScrub) },
  open: { does: 'the inspector and the sandbox are opened', run: withBuild(benchOpening) },
  population: { does: '10,000 recordings are opened and scrubbed in the inspector', run: withBuild(benchPopulation) },
};

const usage = (): string[] => [
  'npm run bench runs every bench; named behind `--` (npm run bench -- typing) those. Options narrow one bench down.',
  ...Object.entries(BENCHES).flatMap(([name, { does, options = [] }]) => [
    `  ${name.padEnd(10)} ${does}`,
    ...options.map((option) => `               ${option}`),
  ]),
];

const asked = process.argv.slice(2);
const firstOption = asked.findIndex((word) => word.startsWith('--'));
const names = firstOption < 0 ? asked : asked.slice(0, firstOption);
const options = firstOption < 0 ? [] : asked.slice(firstOption);
const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
if (asked.includes('--help')) console.log(usage().join('\n'));
else if (unknown !== undefined || (options.length > 0 && (names.length !== 1 || !BENCHES[names[0] as string]?.options))) {
  console.error(
    [unknown === undefined ? 'Options belong to one bench that has some.' : `There is no bench "${unknown}".`, ...usage()].join('\n'),
  );
  process.exitCode = 1;
} else {
  for (const [name, { does, run }] of Object.entries(BENCHES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`${name}: ${does}`);
    console.log((await run(options)).map((line) => `  ${line}`).join('\n'));
  }
}
