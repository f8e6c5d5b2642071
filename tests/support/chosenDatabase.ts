/** The database of a test's lender when the test names none. */
import { inject } from 'vitest';
import { effort, inTurn } from './effort.ts';
import { dropDatabase, postgresDatabase } from './postgresService.ts';

export interface ChosenDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Three times of four PostgreSQL, on which a lender starts with a sixth of the work. Both run the same SQL.
 * @returns null: the embedded database, which every lender has in a quick run, and where no test of the project needs a server.
 */
export async function chooseDatabase(): Promise<ChosenDatabase | null> {
  if (effort === 'quick' || (inject('postgresService') as string | undefined) === undefined) return null;
  if (inTurn(['postgres', 'postgres', 'postgres', 'embedded'] as const)[0] === 'embedded') return null;
  const url = await postgresDatabase();
  return { url, drop: () => dropDatabase(url) };
}
