/** Carries what the borrower typed into the kept screen over to the app's own, which has the same controls. */

type Control = HTMLInputElement | HTMLTextAreaElement;

const isChoice = ({ type }: Control): boolean => type === 'radio' || type === 'checkbox';
const isChanged = (control: Control): boolean =>
  isChoice(control)
    ? (control as HTMLInputElement).checked !== (control as HTMLInputElement).defaultChecked
    : control.value !== control.defaultValue;

/** Types the text as a person would. React compares with the text it has written itself, so this must not look like its own writing. */
function type(control: Control, text: string): void {
  const prototype = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** @param start the kept screen. @returns hands over; call it when the app has drawn and `start` is removed. */
export function takeTyped(start: HTMLElement): () => void {
  const controls = Array.from(start.querySelectorAll<Control>('input, textarea'));
  const changed = controls.filter((control) => control.id && isChanged(control));
  const { activeElement: focused } = document;
  const focusedId = focused && start.contains(focused) ? focused.id : '';
  return () => {
    const own = (id: string) => document.getElementById(id) as Control | null;
    for (const { id, value, checked } of changed as HTMLInputElement[]) {
      const control = own(id);
      if (!control) continue;
      if (!isChoice(control)) type(control, value);
      else if ((control as HTMLInputElement).checked !== checked && (checked || control.type === 'checkbox')) control.click();
    }
    const control = focusedId && own(focusedId);
    if (!control) return;
    control.focus({ preventScroll: true });
    const { selectionStart, selectionEnd } = focused as Control;
    if (typeof selectionStart === 'number') control.setSelectionRange(selectionStart, selectionEnd);
  };
}
