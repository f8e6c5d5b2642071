/** Copies by selecting the text, for web views without a secure origin, which have no clipboard object. */
function copySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.appendChild(field);
  const focused = document.activeElement;
  field.select();
  let ok = false;
  try {
    ok = document.execCommand('copy');
  } catch {
    // The web view refused. The text stays readable on the page, and a notice reports the failure.
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return ok;
}

/** @returns whether the text is on the clipboard now. Never rejects. */
export async function writeClipboard(text: string): Promise<boolean> {
  // TypeScript declares the clipboard as always present, but it is missing on plain HTTP.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copySelection(text);
  return clipboard.writeText(text).then(
    () => true,
    () => copySelection(text),
  );
}
