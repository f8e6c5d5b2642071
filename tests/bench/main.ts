/**
 * `npm run bench`: what takes time, timed. It prints and refuses nothing: a time says as much about the machine as about
 * the program, so each bench ends with a ratio of two times of the same run, which can be compared between machines.
 */
import buildPages from '../support/builtPages.ts';
import { benchPopulation } from './population.ts';
import { benchReplay } from './replaying.ts';
import { benchScrub } from './scrubbing.ts';
import { benchTyping } from './typing.ts';

interface Bench {
  does: string;
  /** @returns what it measured, line by line; the ratio last. */
  run: () => Promise<string[]>;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  replay: { does: 'a recording is replayed', run: benchReplay },
  scrub: { does: 'a recording is scrubbed in the inspector', run: benchScrub },
  population: { does: '10,000 recordings are opened and scrubbed in the inspector', run: benchPopulation },
  typing: { does: 'a letter is typed into the heaviest form', run: benchTyping },
};

const usage = (): string[] => [
  'npm run bench runs every bench; named behind `--` (npm run bench -- typing) those',
  ...Object.entries(BENCHES).map(([name, { does }]) => `  ${name.padEnd(10)} ${does}`),
];

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown === '--help') console.log(usage().join('\n'));
else if (unknown !== undefined) {
  console.error([`There is no bench "${unknown}".`, ...usage()].join('\n'));
  process.exitCode = 1;
} else {
  await buildPages();
  for (const [name, { does, run }] of Object.entries(BENCHES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log([`${name}: ${does}`, ...(await run()).map((line) => `  ${line}`)].join('\n'));
  }
}
