import { PostgresAdapter } from 'kysely';
import type { Secret } from './secret.ts';

/** Carries the keys to wherever a transaction goes, because what is encrypted can be read and written nowhere without them. */
export class KeyedAdapter extends PostgresAdapter {
  secret: Secret | null = null;
}
