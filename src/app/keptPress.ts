/** The borrower may press a button of the start page before the app has loaded. The page stores the press, and the app performs it. */

/** The app's button at the same index and with the same words as the pressed button; undefined: home has no such button. */
function buttonOf({ at, words }: StartPagePress): HTMLButtonElement | undefined {
  const button = document.querySelectorAll<HTMLButtonElement>('#app button')[at];
  return button?.textContent === words ? button : undefined;
}

/**
 * Follows a pointer that went down on the start page and is lifted over the app. For a mouse the browser then fires no click,
 * because the pressed button is gone. For a finger it fires a click where the finger was lifted.
 * Call it in the task in which home replaces the start page, because the pointer may be lifted right after that.
 */
export function followHeldPress(): void {
  const { keptPress, heldPress } = window;
  if (keptPress || !heldPress) return;
  const lift = ({ target, pointerType }: PointerEvent): void => {
    const button = buttonOf(heldPress);
    if (pointerType === 'mouse' && target instanceof Node && button?.contains(target)) button.click();
  };
  addEventListener('pointerup', lift, { once: true });
  addEventListener('pointercancel', () => removeEventListener('pointerup', lift), { once: true });
}

/** Performs the stored press. Call it once, after home was drawn in place of the start page. */
export function answerKeptPress(): void {
  const { keptPress } = window;
  delete window.keptPress;
  if (keptPress) buttonOf(keptPress)?.click();
}
