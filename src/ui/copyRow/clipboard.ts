/** Web views without a secure address have no clipboard object; there the selection is copied the old way. */
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
    // Refused by the web view: the number stays readable on the page, and the message says that copying failed.
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return ok;
}

/** @returns whether the text is on the clipboard now. Never rejects. */
export async function writeClipboard(text: string): Promise<boolean> {
  // Typed as always there; a web view on plain HTTP has none.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copySelection(text);
  return clipboard.writeText(text).then(
    () => true,
    () => copySelection(text),
  );
}
