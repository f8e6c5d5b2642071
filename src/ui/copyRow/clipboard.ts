/** Web views without a secure origin have no clipboard object; there the text is selected and copied. */
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
    // The web view refused. The number stays readable on the page, and a notice says that copying failed.
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return ok;
}

/** @returns whether the text is on the clipboard now. Never rejects. */
export async function writeClipboard(text: string): Promise<boolean> {
  // TypeScript declares the clipboard as always present; on plain HTTP it is missing.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copySelection(text);
  return clipboard.writeText(text).then(
    () => true,
    () => copySelection(text),
  );
}
