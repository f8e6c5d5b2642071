/** `npm run recordings:check`: plays every stored recording on the chart as it is and lists those that land elsewhere. Exit code 1 when one does. */
import { journeyMachine } from '#machines/journey.machine.ts';
import { storedPaths } from '../../paths/recordPaths.ts';
import { complaintAbout, storedRecordings } from './storedRecordings.ts';

const stored = [...(await storedRecordings()), ...(await storedPaths())];
const complaints = stored.flatMap((one) => complaintAbout(one, journeyMachine) ?? []);
for (const complaint of complaints) console.log(complaint);
console.log(`${stored.length - complaints.length} of ${stored.length} recordings land where they landed`);
if (complaints.length > 0)
  console.log('If that is meant, record them again: npm run recordings, and for the paths npm run paths -- --record');
process.exitCode = complaints.length > 0 ? 1 : 0;
