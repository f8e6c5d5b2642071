import { FILE_ENDING, writeRecording, type Recording } from './format.ts';

type SharingNavigator = Navigator & { canShare?: (data: { files: File[] }) => boolean; share?: (data: { files: File[] }) => Promise<void> };

const two = (part: number): string => String(part).padStart(2, '0');

/** `2026-03-05-0912.journey.json`, in the phone's time zone, after the title if there is one. */
export function fileNameOf({ title, startedAt }: Pick<Recording, 'title' | 'startedAt'>): string {
  const at = new Date(startedAt);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}-${two(at.getHours())}${two(at.getMinutes())}`;
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${words ? `${words}-` : ''}${day}${FILE_ENDING}`;
}

/** Gives the file to the person: with the phone's share sheet where files can be shared, otherwise as a download. */
export async function downloadFile(recording: Recording): Promise<void> {
  const file = new File([writeRecording(recording)], fileNameOf(recording), { type: 'application/json' });
  const phone = navigator as SharingNavigator;
  if (phone.canShare?.({ files: [file] }) && phone.share) {
    try {
      await phone.share({ files: [file] });
      return;
    } catch (error) {
      // AbortError: the person closed the share sheet. Any other error: sharing is not possible, so the file is
      // downloaded.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
