/** Carries what the borrower typed into the kept screen over to the app's own, which has the same controls. */
import { afterPaint } from '#src/ui/afterPaint.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

const painted = (): Promise<void> => new Promise((resolve) => void afterPaint(resolve));

const isChoice = ({ type }: Control): boolean => type === 'radio' || type === 'checkbox';
const isText = (element: HTMLElement): element is Control =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !isChoice(element));
const isChanged = (control: Control): boolean =>
  isChoice(control)
    ? (control as HTMLInputElement).checked !== (control as HTMLInputElement).defaultChecked
    : control.value !== control.defaultValue;

/** Writes as a person does. React compares with what it wrote last, so this must not look like its own writing. */
function write(control: Control, text: string): void {
  const prototype = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text);
}

/** The app's element in the place of this one. */
const ownOf = <E extends HTMLElement>({ id }: E): E | null => document.getElementById(id) as E | null;

export interface TypedBefore {
  /** Moves the focus with its text and caret. Call it in the task that removes the kept screen, so that the keyboard stays. */
  moveFocus: () => void;
  /** Enters everything. Call it when the forms of the app take events. */
  handOver: () => Promise<void>;
}

/** @param start the kept screen, before it is removed. @returns null: nothing was typed or chosen, and nothing has the focus. */
export function takeTyped(start: HTMLElement): TypedBefore | null {
  const { activeElement } = document;
  const focused = activeElement?.id && start.contains(activeElement) ? (activeElement as HTMLElement) : null;
  const changed = Array.from(start.querySelectorAll<Control>('input, textarea')).filter((control) => control.id && isChanged(control));
  if (changed.length === 0 && !focused) return null;

  /** One control after the other, because each may change what the next one means. */
  async function enter(control: Control): Promise<void> {
    const own = ownOf(control);
    if (!own) return;
    if (isChoice(control)) {
      const { checked, type } = control as HTMLInputElement;
      if ((own as HTMLInputElement).checked !== checked && (checked || type === 'checkbox')) own.click();
    } else {
      // The text with the focus is written already, and may have got more letters since.
      if (control !== focused) write(own, control.value);
      own.dispatchEvent(new Event('input', { bubbles: true }));
      await painted();
      if (own !== document.activeElement) own.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    }
    await painted();
  }

  return {
    moveFocus() {
      const own = focused && ownOf(focused);
      if (!own) return;
      if (isText(focused) && changed.includes(focused)) write(own as Control, focused.value);
      own.focus({ preventScroll: true });
      if (isText(focused)) (own as Control).setSelectionRange(focused.selectionStart, focused.selectionEnd);
    },
    async handOver() {
      for (const control of changed) await enter(control);
    },
  };
}
