import type { Page } from 'playwright-core';

/**
 * Everything that this installation stores, with its secrets decrypted. The key is used as any script in the page could use
 * it.
 */
export const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const decrypted = (key: CryptoKey, iv: BufferSource, data: BufferSource) => crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
    const text = JSON.stringify(localStorage);
    const { sealed, device } = JSON.parse(localStorage.getItem('loan-journey') ?? '{}') as { sealed?: string; device?: string };
    const encrypted = [sealed, device].filter((one) => one !== undefined);
    if (encrypted.length === 0) return text;
    const opening = indexedDB.open('loan-journey');
    // An upgrade means that the app has no database yet. It is aborted, because this function must not create one.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const database = await answered(opening);
    const { wrapping, nonce, wrapped } = (await answered(database.transaction('keys').objectStore('keys').get('installation'))) as {
      wrapping: CryptoKey;
      nonce: BufferSource;
      wrapped: ArrayBuffer;
    };
    database.close();
    if (wrapping.extractable) throw new Error('the key can be exported');
    const key = await crypto.subtle.importKey('raw', await decrypted(wrapping, nonce, wrapped), 'AES-GCM', false, ['decrypt']);
    const opened = await Promise.all(
      encrypted.map(async (one) => {
        const bytes = bytesOf(one);
        return new TextDecoder().decode(await decrypted(key, bytes.slice(0, 12), bytes.slice(12)));
      }),
    );
    return [text, ...opened].join('\n');
  });

/** The id of this installation. It is the last line of the text, once the page has sent it. */
export async function storedDeviceId(page: Page): Promise<string> {
  await page.waitForFunction(() => 'device' in (JSON.parse(localStorage.getItem('loan-journey') ?? '{}') as object));
  return (await storedText(page)).split('\n').pop() as string;
}
