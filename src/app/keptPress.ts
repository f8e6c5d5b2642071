/** A press on the start page before the app was there: the page keeps it and shows it as pressed, the app answers it. */

/** The button that the start page showed in the same place with the same words. Where home shows something else, nothing was pressed. */
function buttonOf({ at, words }: StartPagePress): HTMLButtonElement | undefined {
  const button = document.querySelectorAll<HTMLButtonElement>('#app button')[at];
  return button?.textContent === words ? button : undefined;
}

/** Call it once, when home of the app stands where the start page was. */
export function answerKeptPress(): void {
  const { keptPress, heldPress } = window;
  delete window.keptPress;
  if (keptPress) return buttonOf(keptPress)?.click();
  if (!heldPress) return;
  // Pressed down on the start page and lifted on the app. After a mouse the engine makes no click of it, because the button that
  // was pressed is gone; after a finger it makes one where the finger was lifted.
  const lift = ({ target, pointerType }: PointerEvent): void => {
    const button = buttonOf(heldPress);
    if (pointerType === 'mouse' && target instanceof Node && button?.contains(target)) button.click();
  };
  addEventListener('pointerup', lift, { once: true });
  addEventListener('pointercancel', () => removeEventListener('pointerup', lift), { once: true });
}
