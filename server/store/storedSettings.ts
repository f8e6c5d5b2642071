/** Values of the lender that survive a restart, by key. */
import type { Db } from './store.ts';

export const readSetting = async (db: Db, key: string): Promise<unknown> =>
  (await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst())?.value;

export async function writeSetting(db: Db, key: string, content: unknown): Promise<void> {
  const value = JSON.stringify(content);
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}
