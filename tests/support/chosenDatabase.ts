/** Which database a lender of a test has, when the test does not say. */
import { inject } from 'vitest';
import { effort, inTurn } from './effort.ts';
import { dropDatabase, postgresDatabase } from './postgresService.ts';

export interface ChosenDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * PostgreSQL three times of four, where a lender starts with a sixth of the work; both run the same SQL.
 * @returns null: the embedded database, always in a quick run and where no test of the project needs a server.
 */
export async function chooseDatabase(): Promise<ChosenDatabase | null> {
  if (effort === 'quick' || (inject('postgresService') as string | undefined) === undefined) return null;
  if (inTurn(['postgres', 'postgres', 'postgres', 'embedded'] as const)[0] === 'embedded') return null;
  const url = await postgresDatabase();
  return { url, drop: () => dropDatabase(url) };
}
