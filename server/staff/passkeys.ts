/** Passkeys of staff: discoverable credentials with user verification, so that a sign-in needs no name, password or code. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Clock } from '#server/store/clock.ts';
import type { Db, Store, Tx } from '#server/store/store.ts';
import { isIP } from 'node:net';
import type { OwnPasskey, StaffMember } from '#src/api/desk.ts';
import { DeskRefused } from './deskRefused.ts';

/** @property options for the browser. @property challenge text that the authenticator has to sign. */
interface Asked {
  options: unknown;
  challenge: string;
}

export interface Passkeys {
  /** @param origin of the page. @throws DeskRefused unavailable when the page has an IP address instead of a host name. */
  registration(member: StaffMember, origin: string): Promise<Asked>;
  /** @param answer of the browser, unchecked. @throws DeskRefused badInput */
  add(member: StaffMember, given: { answer: unknown; label: string; challenge: string; origin: string }): Promise<Registered>;
  authentication(origin: string): Promise<Asked>;
  /** @returns the recognised member, and the rows that the sign-in has to write; null: the answer is not valid. */
  check(given: { answer: unknown; challenge: string; origin: string }): Promise<Recognised | null>;
  has(db: Db, staffId: string): Promise<boolean>;
  /** The member's passkeys, oldest first. */
  list(db: Db, staffId: string): Promise<OwnPasskey[]>;
  /** @returns false: the member has no such passkey. */
  remove(tx: Tx, staffId: string, passkeyId: string): Promise<boolean>;
}

export interface Registered {
  write(tx: Tx): Promise<void>;
}

export interface Recognised {
  staffId: string;
  /** @returns false when the passkey was removed, or used meanwhile. */
  write(tx: Tx): Promise<boolean>;
}

/** The host name to which a passkey belongs. Browsers make no passkey for an IP address. */
function hostOf(origin: string): string {
  const { hostname, port } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return hostname;
  throw new DeskRefused('unavailable', `Passkeys need a host name. Open the desk under one, such as http://localhost:${port || 80}/desk.`);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** @param lenderName shown by the browser beside the passkey. */
export function createPasskeys(store: Store, clock: Clock, lenderName: string): Passkeys {
  const namesOf = (transports: string): AuthenticatorTransport[] =>
    transports === '' ? [] : (transports.split(',') as AuthenticatorTransport[]);

  return {
    async registration({ staffId, name }, origin) {
      const known = await store.db.selectFrom('staff_passkey').selectAll().where('staff_id', '=', staffId).execute();
      const options = await generateRegistrationOptions({
        rpName: lenderName,
        rpID: hostOf(origin),
        userID: new Uint8Array(Buffer.from(staffId)),
        userName: name,
        userDisplayName: name,
        attestationType: 'none',
        excludeCredentials: known.map((one) => ({ id: one.credential_id, transports: namesOf(one.transports) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { options, challenge: options.challenge };
    },

    async add({ staffId }, { answer, label, challenge, origin }) {
      const rpID = hostOf(origin);
      const { registrationInfo } = await verifyRegistrationResponse({
        response: answer as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }).catch(() => ({ registrationInfo: undefined }));
      if (!registrationInfo) throw new DeskRefused('badInput', 'The answer of this passkey is not valid. Try again.');
      const { id, publicKey, counter, transports } = registrationInfo.credential;
      return {
        async write(tx) {
          await tx
            .insertInto('staff_passkey')
            .values({
              credential_id: id,
              staff_id: staffId,
              public_key: Buffer.from(publicKey).toString('base64url'),
              counter,
              transports: (transports ?? []).join(','),
              label,
              created_at: clock.now(),
            })
            .execute();
        },
      };
    },

    async authentication(origin) {
      const options = await generateAuthenticationOptions({ rpID: hostOf(origin), userVerification: 'required' });
      return { options, challenge: options.challenge };
    },

    async check({ answer, challenge, origin }) {
      if (!isObject(answer) || !('id' in answer) || typeof answer.id !== 'string') return null;
      const known = await store.db
        .selectFrom('staff_passkey as p')
        .innerJoin('staff_member as m', 'm.staff_id', 'p.staff_id')
        .selectAll('p')
        .where('p.credential_id', '=', answer.id)
        .where('m.is_active', '=', true)
        .executeTakeFirst();
      if (!known) return null;
      const rpID = hostOf(origin);
      const verified = await verifyAuthenticationResponse({
        response: answer as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: {
          id: known.credential_id,
          publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
          counter: known.counter,
          transports: namesOf(known.transports),
        },
        requireUserVerification: true,
      }).catch(() => null);
      if (!verified?.verified) return null;
      return {
        staffId: known.staff_id,
        async write(tx) {
          const done = await tx
            .updateTable('staff_passkey')
            .set({ counter: verified.authenticationInfo.newCounter, last_used_at: clock.now() })
            .where('credential_id', '=', known.credential_id)
            .where('counter', '=', known.counter)
            .executeTakeFirst();
          return Number(done.numUpdatedRows) > 0;
        },
      };
    },

    async has(db, staffId) {
      const one = await db.selectFrom('staff_passkey').select('credential_id').where('staff_id', '=', staffId).limit(1).executeTakeFirst();
      return one !== undefined;
    },

    list: (db, staffId) =>
      db
        .selectFrom('staff_passkey')
        .select(['credential_id as passkeyId', 'label', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .where('staff_id', '=', staffId)
        .orderBy('created_at')
        .execute(),

    async remove(tx, staffId, passkeyId) {
      const done = await tx
        .deleteFrom('staff_passkey')
        .where('staff_id', '=', staffId)
        .where('credential_id', '=', passkeyId)
        .executeTakeFirst();
      return Number(done.numDeletedRows) > 0;
    },
  };
}
