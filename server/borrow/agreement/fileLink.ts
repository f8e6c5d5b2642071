/**
 * Links to the PDF of an agreement. A program that saves a file on a phone, such as Android's download manager, cannot send
 * the header of a session. So the address itself is the authorisation for one borrower and one file. It is signed, valid for
 * an hour, and no longer than the session in which it was issued.
 */
import { timingSafeEqual } from 'node:crypto';
import { LANGUAGES, type Language } from '#machines/context.ts';
import { HOUR, type Instant } from '#machines/model/calendar.ts';
import type { Secret } from '#server/store/secret.ts';

export const AGREEMENT_FILES = '/agreements';
/** How long a link is valid, in milliseconds. */
export const LINK_VALID_FOR = HOUR;

export interface FileLink {
  userId: number;
  orderNo: string;
  /** The language of the message that is shown if the link is refused. */
  language: Language;
  issuedAt: Instant;
}

export const fileName = ({ orderNo }: Pick<FileLink, 'orderNo'>): string => `loan-agreement-${orderNo}.pdf`;

const signature = (secret: Secret, payload: string): Buffer => secret.mac('agreement', payload);

/** @returns the path of the file at the lender. */
export function writeFileLink(secret: Secret, link: FileLink): string {
  const payload = Buffer.from(JSON.stringify([link.userId, link.orderNo, link.language, link.issuedAt])).toString('base64url');
  return `${AGREEMENT_FILES}/${payload}.${signature(secret, payload).toString('base64url')}/${fileName(link)}`;
}

/** @param token the part of the path between the folder and the name. @returns null without a valid signature of this lender. */
export function readFileLink(secret: Secret, token: string): FileLink | null {
  const [payload = '', signed = ''] = token.split('.');
  const given = Buffer.from(signed, 'base64url');
  const right = signature(secret, payload);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  // The signature is valid, so `writeFileLink` wrote the payload.
  const [userId, orderNo, language, issuedAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    number,
    string,
    string,
    number,
  ];
  return { userId, orderNo, language: LANGUAGES.find((one) => one === language) ?? 'en', issuedAt };
}

export const isLinkOpen = ({ issuedAt }: FileLink, now: Instant): boolean => issuedAt <= now && now < issuedAt + LINK_VALID_FOR;
