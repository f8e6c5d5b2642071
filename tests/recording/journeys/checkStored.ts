/**
 * `npm run recordings:check`: replays every stored recording on the present chart and lists those with another outcome.
 * Exit code 1 when there is one.
 */
import { journeyMachine } from '#machines/journey.machine.ts';
import { storedPaths } from '../../paths/recordPaths.ts';
import { complaintAbout, storedRecordings } from './storedRecordings.ts';

const stored = [...(await storedRecordings()), ...(await storedPaths())];
const complaints = stored.flatMap((one) => complaintAbout(one, journeyMachine) ?? []);
for (const complaint of complaints) console.log(complaint);
console.log(`${stored.length - complaints.length} of ${stored.length} recordings end as recorded`);
if (complaints.length > 0)
  console.log(
    'npm run recordings:diff shows them side by side. What is approved there is recorded by npm run recordings; the paths by npm run paths -- --record.',
  );
process.exitCode = complaints.length > 0 ? 1 : 0;
