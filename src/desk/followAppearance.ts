/** The desk follows the appearance that the computer is set to. */
export function followAppearance(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const set = (): void => {
    document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light';
  };
  set();
  dark.addEventListener('change', set);
}
