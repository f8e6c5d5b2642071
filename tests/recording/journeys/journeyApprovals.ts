/** Journeys whose other outcome a person has approved, one by one, on the present chart. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const APPROVALS_FILE = fileURLToPath(new URL('../../../.cache/recordings/approved.json', import.meta.url));

interface Approvals {
  /** The approved difference, by id of the recording. Another difference of the same journey is not approved. */
  readonly approved: Readonly<Record<string, string>>;
}

/** @returns the approved differences by id; empty when there are none. */
export async function readApprovals(file = APPROVALS_FILE): Promise<Approvals['approved']> {
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as Approvals).approved;
  } catch {
    return {};
  }
}

/** Approves this difference in the outcome of this journey. */
export async function approve(id: string, difference: string, file = APPROVALS_FILE): Promise<void> {
  const approved = { ...(await readApprovals(file)), [id]: difference };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ approved }, null, 2)}\n`);
}

/** Takes an approval back. @throws Error when the journey is not approved. */
export async function withdraw(id: string, file = APPROVALS_FILE): Promise<void> {
  const { [id]: withdrawn, ...approved } = await readApprovals(file);
  if (withdrawn === undefined) throw new Error(`the journey "${id}" is not approved`);
  await writeFile(file, `${JSON.stringify({ approved }, null, 2)}\n`);
}

export const isApproved = (approved: Approvals['approved'], id: string, difference: string): boolean => approved[id] === difference;
