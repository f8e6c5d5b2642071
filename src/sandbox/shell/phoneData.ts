/**
 * The data of the simulated phone, and the upload of the kinds that the app requests. Every message, picture and place
 * is invented.
 */
import type { DataKind } from '#machines/model/collection.ts';
import type { PayloadOf } from '#src/bridge/messages.ts';
import type { Contact } from './shellSettings.ts';

/** Apps on the phone. A shell reports only those that were requested. */
const APPS: readonly string[] = ['com.safaricom.mpesa.lifestyle', 'com.inventureaccess.safarirahisi', 'ke.example.chess'];

const SMS = [
  { from: 'MPESA', text: 'SAB1XAMPLE Confirmed. You have received KSh 2,300 from MARY NJERI.' },
  { from: 'KPLC', text: 'Token 1234 5678 9012 3456 7890. Units 21.4.' },
];
const PICTURES = [{ takenAt: '2026-03-01T09:12:00+03:00', latitude: -1.2921, longitude: 36.8219 }];

const contentOf = (kind: DataKind, contacts: readonly Contact[], packages: readonly string[]): unknown => {
  switch (kind) {
    case 'contact':
      return contacts.map(({ name, phone }) => ({ name, phone }));
    case 'sms':
      return SMS;
    case 'exif':
      return PICTURES;
    case 'device':
      return { model: 'Sandbox phone', os: 'Android 9', webView: 'Chromium' };
    case 'appList':
      return APPS.filter((app) => packages.includes(app));
    case 'location':
      return { latitude: -1.2864, longitude: 36.8172 };
  }
};

/** Uploads each kind separately. @returns 0, or -1 when the lender refused one of them. */
export async function uploadCollected(
  fetch: typeof globalThis.fetch,
  { kinds, packages, upload }: PayloadOf<'timeSDK'>,
  contacts: readonly Contact[],
): Promise<0 | -1> {
  const taken = await Promise.all(
    kinds.map(async (kind) => {
      try {
        const response = await fetch(`${upload.address}/${kind}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${upload.token}` },
          body: JSON.stringify(contentOf(kind, contacts, packages)),
        });
        return ((await response.json()) as { code?: unknown }).code === 0;
      } catch {
        return false;
      }
    }),
  );
  return taken.every(Boolean) ? 0 : -1;
}
