/** A simulated authenticator: it creates passkeys and signs with them, byte for byte as WebAuthn specifies. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** The CBOR (RFC 8949) that a passkey needs: whole numbers, bytes, texts and maps. */
type Cbor = number | string | Buffer | readonly (readonly [number | string, Cbor])[];

function head(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count]);
  if (count < 0x100) return Buffer.from([(type << 5) | 24, count]);
  return Buffer.from([(type << 5) | 25, count >> 8, count & 0xff]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const entries = value as readonly (readonly [number | string, Cbor])[];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** COSE (RFC 9053): an elliptic curve key of P-256 for ES256. */
function cose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}

export interface Authenticator {
  /** Increases with every use. It stays 0 for a passkey that several devices share. */
  counter: number;
  /** Whether it verifies its user, by finger or PIN. */
  verifiesUser: boolean;
  /** @param options as the lender sent them. @param origin of the page. */
  register(options: unknown, origin: string): unknown;
  signIn(options: unknown, origin: string): unknown;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export function createAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);

  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(authenticator.counter);
    const user = authenticator.verifiesUser ? VERIFIED : 0;
    return Buffer.concat([sha256(rpId), Buffer.from([PRESENT | user | flags]), counter]);
  }

  const authenticator: Authenticator = {
    counter: 0,
    verifiesUser: true,
    register(options, origin) {
      const { challenge, rp } = options as { challenge: string; rp: { id: string } };
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([authenticatorData(rp.id, ATTESTED), Buffer.alloc(16), length, id, cose(publicKey)]);
      const attestation = cbor([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', authData],
      ]);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    signIn(options, origin) {
      const { challenge, rpId } = options as { challenge: string; rpId: string };
      const data = clientData('webauthn.get', challenge, origin);
      const authData = authenticatorData(rpId, 0);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey).toString('base64url'),
        },
      };
    },
  };
  return authenticator;
}
