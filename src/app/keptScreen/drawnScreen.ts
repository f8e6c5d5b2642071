/** Reads the screen that the app has drawn, as text that is drawn again without the app. */
import { addedRules } from '#src/ui/addStyles.ts';
import toast from '#src/ui/toast/Toast.module.css';
import type { KeptScreen } from './screenRecord.ts';

/** Writes what was typed and chosen into the copy, where HTML has it. */
function copyValues(from: Element, to: Element): void {
  const controls = (element: Element) => Array.from(element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'));
  const copies = controls(to);
  controls(from).forEach((control, at) => {
    const copy = copies[at] as HTMLInputElement;
    if (control instanceof HTMLTextAreaElement) copy.textContent = control.value;
    else if (control.type === 'radio' || control.type === 'checkbox') copy.toggleAttribute('checked', control.checked);
    else copy.setAttribute('value', control.value);
  });
}

/** Stands over the screen, so that nothing moves when the app removes it. A press goes through it. */
function noteAbove(foot: number, words: string): HTMLElement {
  const note = document.createElement('div');
  note.setAttribute('role', 'status');
  const box = note.appendChild(document.createElement('div'));
  box.className = toast['toast'] as string;
  box.style.setProperty('--foot', `${foot}px`);
  box.style.pointerEvents = 'none';
  const line = box.appendChild(document.createElement('span'));
  line.className = toast['words'] as string;
  line.textContent = words;
  return note;
}

/** Added rules that style an element of this HTML. A rule without a class may style any element. */
function cssFor(html: string): string {
  const classes = new Set(Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) => names.split(' ')).flat());
  const isUsed = (css: string): boolean => {
    const names = Array.from(css.replace(/\{[^{}]*\}/g, '').matchAll(/\.([a-z_][\w-]*)/gi), ([, name = '']) => name);
    return names.length === 0 || names.some((name) => classes.has(name));
  };
  return [...new Set(addedRules().map(({ cssText }) => cssText))].filter(isUsed).join('');
}

/**
 * @param frame the drawn screen with its frame. @param note shown over it; null: none.
 * @returns what a start draws again before the app.
 */
export function drawnScreen(frame: Element, note: string | null): Pick<KeptScreen, 'html' | 'css'> {
  const copy = frame.cloneNode(true) as Element;
  copyValues(frame, copy);
  if (note !== null) copy.append(noteAbove(frame.querySelector('nav')?.getBoundingClientRect().height ?? 0, note));
  for (const element of Array.from(copy.querySelectorAll<HTMLElement>('[style]'))) {
    element.dataset['style'] = element.style.cssText;
    element.removeAttribute('style');
  }
  const html = copy.outerHTML;
  return { html, css: cssFor(html) };
}
