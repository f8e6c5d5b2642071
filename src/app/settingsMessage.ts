/**
 * Shows that the settings of the page are wrong, instead of an endless skeleton: a text for the borrower in their language, and
 * below it the exact mistakes for the operator. The app has not started, so this uses the skeleton of `index.html`.
 */
import type { Language } from '#machines/context.ts';
import { LANGUAGES } from '#machines/model/device.ts';
import { mistakesInLine } from '#src/market/settingsRules.ts';
import { STORAGE_KEY } from './storedFormat.ts';

const TEXTS: Readonly<Record<Language, { broken: string; again: string }>> = {
  en: {
    broken: 'This app is not set up correctly, so it cannot reach the lender. Nothing of yours is lost. Please try again later.',
    again: 'Try again',
  },
  es: {
    broken:
      'Esta aplicación no está bien configurada y no puede comunicarse con el prestamista. No se perdió nada suyo. Inténtelo de nuevo más tarde.',
    again: 'Intentar de nuevo',
  },
  sw: {
    broken: 'Programu hii haijawekwa sawa, kwa hiyo haiwezi kumfikia mkopeshaji. Hakuna chako kilichopotea. Tafadhali jaribu tena baadaye.',
    again: 'Jaribu tena',
  },
};

/** The stored language, read as the start page reads it. The storage may be forbidden. */
function storedLanguage(): Language {
  try {
    const [, stored] = /"language":"(\w+)/.exec(localStorage.getItem(STORAGE_KEY) ?? '') ?? [];
    return LANGUAGES.find((one) => one === stored) ?? 'en';
  } catch {
    return 'en';
  }
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function show(): void {
  const language = storedLanguage();
  const { broken, again } = TEXTS[language];
  const line = document.getElementById('settings')?.textContent ?? null;
  document.documentElement.lang = language;
  const card = document.createElement('div');
  card.tabIndex = -1;
  card.setAttribute('role', 'alert');
  const button = element('button', again);
  button.addEventListener('click', () => window.location.reload());
  const mistakes = mistakesInLine(line).map((mistake) => element('code', mistake));
  card.append(element('strong', broken), button, ...mistakes);
  const page = document.querySelector('#start main');
  if (!page) return;
  page.removeAttribute('aria-busy');
  page.textContent = '';
  page.append(card);
}

// Runs when it is imported, because a call in the entry would enlarge the first paint. Tests import this file without a page.
if (typeof document !== 'undefined') show();
