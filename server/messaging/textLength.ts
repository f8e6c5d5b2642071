/** Length and price of a text by the rules of mobile networks. */
import type { Cents } from '#machines/model/money.ts';

/** Characters of GSM 03.38. Each character of the second set counts twice. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/**
 * Number of messages into which a network splits a text. A single message has 160 places, each of several 153. With a
 * character outside of GSM 03.38 it is 70 and 67.
 */
export function partsOf(text: string): number {
  let places = 0;
  for (const letter of text) {
    if (BASIC.has(letter)) places += 1;
    else if (EXTENDED.has(letter)) places += 2;
    else return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  }
  return places <= 160 ? 1 : Math.ceil(places / 153);
}

/** `KES 0.8000` in cents, rounded half up; null: the value is no amount in shillings. */
export function readCost(value: unknown): Cents | null {
  const [, whole, fraction = ''] = (typeof value === 'string' && /^KES (\d{1,6})(?:\.(\d{1,6}))?$/.exec(value.trim())) || [];
  if (whole === undefined) return null;
  const millionths = Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'));
  return Math.floor((millionths + 5_000) / 10_000);
}
