/**
 * `npm run paths`. A chart that cannot be built or run is reported with the file and the line to correct, without the
 * program's call stack, which does not show the mistake.
 */
import { chartFault } from './chartFault.ts';

await import('./report.ts').catch((error: unknown) => {
  const fault = chartFault(error);
  if (fault === null) throw error;
  console.error(fault);
  process.exitCode = 1;
});
