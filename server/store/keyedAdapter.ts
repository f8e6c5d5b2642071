import { PostgresAdapter } from 'kysely';
import type { Secret } from './secret.ts';

/** Makes the keys available wherever a transaction is passed: encrypted columns can be neither read nor written without them. */
export class KeyedAdapter extends PostgresAdapter {
  secret: Secret | null = null;
}
