/**
 * Checks the pieces of recordings that pages send. Only pieces of redacted recordings are accepted, and they are written anew
 * from their known parts. So recordings that staff read contain no personal data, even from a manipulated page.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LANGUAGES } from '#machines/model/device.ts';
import { DEVICE_CLASSES, type DeviceClass } from '#machines/model/sentRecording.ts';
import { JOURNEY_LIMITS } from '#src/market/recordingLimits.ts';
import { formPrivacy } from '#src/forms/privacy.ts';
import { isObject } from '#src/recording/canonical.ts';
import { FORMAT, FORMAT_VERSION, isStep, reasonInvalid, type RecordedStep, type Recording } from '#src/recording/format.ts';
import { createRedactionCheck } from '#src/recording/unredacted.ts';

/** A recording without its steps. */
export type Head = Omit<Recording, 'steps' | 'meta' | 'root' | 'order'>;

/** A checked piece of a recording. */
export interface Piece {
  journey: string;
  piece: number;
  language: string;
  deviceClass: DeviceClass;
  product: string | null;
  /** Piece 0 has a head; null in every other piece. */
  head: Head | null;
  steps: readonly RecordedStep[];
  /** Size of the body as sent. */
  bytes: number;
}

const inflate = promisify(gunzip);
const deflate = promisify(gzip);

/** JSON, compressed. */
export const packed = (text: string): Promise<Buffer> => deflate(Buffer.from(text));
export const unpacked = async (bytes: Uint8Array): Promise<string> => (await inflate(bytes)).toString('utf8');

/** Names of releases, markets, charts and products. */
const NAME = /^[\w.:-]{1,40}$/;
const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

/** Any day will do, because the privacy of fields does not depend on it. */
const unredacted = createRedactionCheck(formPrivacy('2000-01-01'));

function headOf(found: unknown): Head | null {
  if (!isObject(found)) return null;
  const { format, version, chart, appVersion, market, startedAt, start } = found;
  if (format !== FORMAT || version !== FORMAT_VERSION || !isName(chart) || !isName(appVersion) || !isName(market)) return null;
  const head = { format, version, chart, appVersion, market, startedAt, title: '', start } as Head;
  return reasonInvalid({ ...head, steps: [] }) === null && unredacted.inView(head.start.view) === null ? head : null;
}

const onlyItsParts = ({ at, event, changes }: RecordedStep): RecordedStep => ({ at, event, changes });

/** Never throws. @param body as sent. @returns null: the body is no piece of a redacted recording. */
export async function readPiece(body: Uint8Array, { journey, piece }: Pick<Piece, 'journey' | 'piece'>): Promise<Piece | null> {
  let found: unknown;
  try {
    found = JSON.parse((await inflate(body, { maxOutputLength: JOURNEY_LIMITS.pieceText })).toString('utf8'));
  } catch {
    return null;
  }
  if (!isObject(found)) return null;
  const { language, deviceClass, product, steps } = found;
  const spoken = LANGUAGES.find((one) => one === language);
  const device = DEVICE_CLASSES.find((one) => one === deviceClass);
  if (!spoken || !device || (product !== null && !isName(product))) return null;
  if (!Array.isArray(steps) || steps.length > JOURNEY_LIMITS.stepsOfPiece || !steps.every(isStep)) return null;
  if (steps.some((step) => unredacted.inStep(step) !== null)) return null;
  const head = piece === 0 ? headOf(found['head']) : null;
  if (piece === 0 && !head) return null;
  return {
    journey,
    piece,
    language: spoken,
    deviceClass: device,
    product,
    head,
    steps: steps.map(onlyItsParts),
    bytes: body.byteLength,
  };
}
