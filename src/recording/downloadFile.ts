import { FILE_ENDING, writeRecording, type Recording } from './format.ts';

type SharingNavigator = Navigator & { canShare?: (data: { files: File[] }) => boolean; share?: (data: { files: File[] }) => Promise<void> };

const two = (part: number): string => String(part).padStart(2, '0');

/** `2026-03-05-0912.journey.json`, in the time of the phone; what a person called it goes first. */
export function fileNameOf({ title, startedAt }: Pick<Recording, 'title' | 'startedAt'>): string {
  const at = new Date(startedAt);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}-${two(at.getHours())}${two(at.getMinutes())}`;
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${words ? `${words}-` : ''}${day}${FILE_ENDING}`;
}

/** Hands the file to the person: where the phone can share files they choose where it goes, else it is downloaded. */
export async function downloadFile(recording: Recording): Promise<void> {
  const file = new File([writeRecording(recording)], fileNameOf(recording), { type: 'application/json' });
  const phone = navigator as SharingNavigator;
  if (phone.canShare?.({ files: [file] }) && phone.share) {
    try {
      await phone.share({ files: [file] });
      return;
    } catch (error) {
      // Closed by the person: that is an answer. Refused by the phone: then it is downloaded.
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
