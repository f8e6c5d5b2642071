/** Bytes of photos, outside of the chart because a recording must not contain them. They are kept until the page is closed. */
interface Kept {
  bytes: Blob;
  /** An object URL for the picture; created when it is first needed. */
  url: string | null;
}

const photos = new Map<string, Kept>();
let taken = 0;

/** @returns the handle that events and context hold instead of the bytes. */
export function putPhoto(bytes: Blob): string {
  taken += 1;
  const handle = `photo-${taken}`;
  photos.set(handle, { bytes, url: null });
  return handle;
}

/** Stores the picture under the lender's name too. */
export function namePhoto(handle: string, name: string): void {
  const kept = photos.get(handle);
  if (kept) photos.set(name, kept);
}

export const getPhoto = (handle: string): Blob | undefined => photos.get(handle)?.bytes;

/** Address for an `<img>`; null: the photo is not stored, as after a reload or in a replay. */
export function photoUrl(handle: string): string | null {
  const kept = photos.get(handle);
  if (!kept) return null;
  kept.url ??= URL.createObjectURL(kept.bytes);
  return kept.url;
}

/** Drops all photos: at the end of a session, and after the lender has received them. */
export function dropPhotos(): void {
  photos.forEach(({ url }) => url !== null && URL.revokeObjectURL(url));
  photos.clear();
}
