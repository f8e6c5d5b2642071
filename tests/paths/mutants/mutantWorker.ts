/** A process that evaluates mutants of the journey's chart by name, with the explored graph in its memory. */
import { journeyMachine } from '#machines/journey.machine.ts';
import { readTable } from '../expected/tableRows.ts';
import { collectSamples, createEvaluation } from './evaluate.ts';
import { mutantsOf } from './operators.ts';

const byName = new Map(mutantsOf(journeyMachine).map((mutant) => [mutant.name, mutant]));
const { evaluate } = createEvaluation(collectSamples().samples, readTable());

process.on('message', (names: readonly string[]) => {
  for (const name of names) {
    const mutant = byName.get(name);
    process.send?.({ name, result: mutant ? evaluate(mutant) : { is: 'unseen' } });
  }
  process.send?.({ done: names.length });
});
process.send?.({ done: 0 });
