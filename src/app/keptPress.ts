/** A press on the start page before the app was there: the page keeps it and shows it as pressed, the app answers it. */

/** Presses the button that the start page showed in the same place with the same words. Where home shows something else, nothing was pressed. */
export function answerKeptPress(): void {
  const kept = window.keptPress;
  delete window.keptPress;
  if (!kept) return;
  const button = document.querySelectorAll<HTMLButtonElement>('#app button')[kept.at];
  if (button?.textContent === kept.words) button.click();
}
