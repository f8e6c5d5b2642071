/** Decrypts a request: the path from the URL, and the payload from the part of the request that the call's encoding uses. */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { CODE } from '#machines/model/codes.ts';
import { contract, type Call, type CallName } from '#src/api/contract.ts';
import { Refusal } from '#server/refusals/refusal.ts';
import { EnvelopeError, type Envelope } from './envelope.ts';
import type { Upload } from './pictureUploads.ts';

export interface UploadedFile {
  field: string;
  bytes: Buffer;
}

export interface Payload {
  values: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 by the sender's clock. */
  timestamp: number;
  ciphertext: string;
  files: readonly UploadedFile[];
}

const FIELD_NAME = /^[a-z][a-z0-9]{5,11}$/;
/** Largest body in bytes of JSON and forms; photos have a limit of their own. */
export const BODY_LIMIT = 64 * 1024;
/** The largest file, in bytes: 20 MB. */
export const FILE_LIMIT = 20 * 1024 * 1024;

const badEnvelope = (): Refusal => new Refusal(CODE.badEnvelope, 'badEnvelope');

/** @throws Refusal badEnvelope */
export function openEnvelope(envelope: Envelope, ciphertext: string): string {
  try {
    return envelope.decrypt(ciphertext);
  } catch (error) {
    if (error instanceof EnvelopeError) throw badEnvelope();
    throw error;
  }
}

export interface FoundCall {
  name: CallName;
  call: Call;
}

/**
 * Finds the call with an encrypted path. Equal texts have equal ciphertexts, so the path of each call is encrypted once, and
 * known paths need no decryption.
 * @returns a function that throws Refusal badEnvelope for a path that is not a ciphertext, unknownPath for one that is not a call.
 */
export function createCallFinder(envelope: Envelope): (base: string, hex: string) => FoundCall {
  const calls = new Map<string, FoundCall>();
  for (const name of Object.keys(contract) as CallName[]) {
    const call: Call = contract[name];
    calls.set(call.base + envelope.encrypt(call.path), { name, call });
  }
  return (base, hex) => {
    const found = calls.get(base + hex);
    if (found) return found;
    openEnvelope(envelope, hex);
    throw new Refusal(CODE.unknownPath, 'unknownPath');
  };
}

/**
 * @param upload null for every call but multipart. @throws Refusal badEnvelope unless there is exactly one field with a valid name
 * that decrypts to an object with a timestamp.
 */
export async function readPayload(envelope: Envelope, call: Call, request: FastifyRequest, upload: Upload | null): Promise<Payload> {
  const { fields, files } = upload ? await readParts(request, upload) : { fields: plainFields(call, request), files: [] };
  const [field, ...others] = fields;
  if (!field || others.length > 0 || !FIELD_NAME.test(field.name)) throw badEnvelope();

  const { timestamp, ...values } = parseObject(openEnvelope(envelope, field.value));
  if (typeof timestamp !== 'number' || !Number.isSafeInteger(timestamp)) throw badEnvelope();
  return { values, timestamp, ciphertext: field.value, files };
}

/** PostgreSQL cannot store a NUL in a text. */
const NUL = /\0/;
/** Half a character: a field that ends at its maximal length may cut an emoji. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Makes a text storable: half a character becomes the replacement character. @throws Error for a NUL. */
function storable(text: string): string {
  if (NUL.test(text)) throw new Error('NUL in a text');
  return text.replace(LONE_SURROGATE, '\ufffd');
}

/** A reviver for `JSON.parse`: makes every text storable, and refuses a name that is not storable. */
function storableValue(name: string, value: unknown): unknown {
  if (storable(name) !== name) throw new Error('half a character in a name');
  return typeof value === 'string' ? storable(value) : value;
}

/** UTF-8 has no halves of characters, so in a decrypted text only an escape can produce one. */
const ESCAPE = '\\u';

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    // With a reviver, parsing an object takes five times as long.
    value = text.includes(ESCAPE) ? JSON.parse(text, storableValue) : JSON.parse(text);
  } catch {
    throw badEnvelope();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badEnvelope();
  return value as Record<string, unknown>;
}

interface Field {
  name: string;
  value: string;
}

const CONTENT_TYPE = { json: 'application/json', login: 'application/x-www-form-urlencoded' } as const;

/** All fields of query, JSON body or form. A repeated name makes two fields. */
function plainFields(call: Call, request: FastifyRequest): Field[] {
  if (call.encoding === 'query') return [...searchOf(request.url)].map(([name, value]) => ({ name, value }));
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== CONTENT_TYPE[call.encoding as keyof typeof CONTENT_TYPE]) throw badEnvelope();
  if (request.body instanceof URLSearchParams) return [...request.body].map(([name, value]) => ({ name, value }));
  if (typeof request.body !== 'object' || request.body === null) throw badEnvelope();
  return Object.entries(request.body).map(([name, value]) => {
    if (typeof value !== 'string') throw badEnvelope();
    return { name, value };
  });
}

const searchOf = (url: string): URLSearchParams => new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

/** The error code of the upload parser for a part that is larger than its limit. */
export const FILE_TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE';

const fileTooLarge = (): Refusal => new Refusal(CODE.tooLarge, 'photoTooLarge', { limit: FILE_LIMIT / 1024 / 1024 });

async function readFile({ file }: MultipartFile, upload: Upload): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) {
    upload.arrived(chunk.length);
    chunks.push(chunk);
  }
  if (file.truncated) throw fileTooLarge();
  return Buffer.concat(chunks);
}

/** @throws Refusal badEnvelope for multipart that cannot be parsed; the parser's own error for a file that is too large. */
async function readParts(request: FastifyRequest, upload: Upload): Promise<{ fields: Field[]; files: UploadedFile[] }> {
  if (!request.isMultipart()) throw badEnvelope();
  // Refused before the body is read: no photo has such a length.
  if (Number(request.headers['content-length'] ?? 0) > FILE_LIMIT + 2 * BODY_LIMIT) throw fileTooLarge();
  const fields: Field[] = [];
  const files: UploadedFile[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') files.push({ field: part.fieldname, bytes: await readFile(part, upload) });
      else if (typeof part.value === 'string') fields.push({ name: part.fieldname, value: part.value });
    }
  } catch (error) {
    // The parser throws many kinds of errors: for an incomplete body, a missing boundary, too many parts.
    throw error instanceof Refusal || (error as NodeJS.ErrnoException).code === FILE_TOO_LARGE ? error : badEnvelope();
  }
  // The name of a part may be undefined, although the types of the parser exclude it.
  const names: unknown[] = [...fields.map(({ name }) => name), ...files.map(({ field }) => field)];
  if (names.some((name) => typeof name !== 'string')) throw badEnvelope();
  return { fields, files };
}
