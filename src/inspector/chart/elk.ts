/** Runs elkjs in a worker: the layout takes a second, and the page stays responsive. */
import Elk from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { ChartGraph } from './graph.ts';
import { layOutChart, type ChartLayout } from './layout.ts';

export async function layOutInWorker(graph: ChartGraph): Promise<ChartLayout> {
  const elk = new Elk({ workerFactory: () => new Worker(workerUrl) });
  try {
    return await layOutChart(graph, (part) => elk.layout(part));
  } finally {
    elk.terminateWorker();
  }
}
