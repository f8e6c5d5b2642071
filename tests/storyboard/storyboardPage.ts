/** The page of the storyboard: every picture under its screen, side by side in its languages and appearances. */
import type { Language } from '#machines/context.ts';

export const LOOKS = ['light', 'dark'] as const;
export type Look = (typeof LOOKS)[number];

export interface Picture {
  screen: string;
  route: string;
  /** Name of the example. */
  example: string;
  language: Language;
  look: Look;
  /** The chart's state of the example, as JSON. */
  state: string;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const STYLE = `
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #14161f; background: #f4f5fa; }
  header, section { padding: 16px 24px; }
  header { position: sticky; top: 0; background: #fff; border-bottom: 1px solid #d9dbe7; z-index: 1; }
  h1, h2, h3, p { margin: 0; }
  h2 { font-size: 20px; } h3 { font-size: 15px; } small { color: #555a70; overflow-wrap: anywhere; }
  nav { column-gap: 12px; display: flex; flex-wrap: wrap; }
  .example { margin: 16px 0; } .pictures { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 16px; margin-top: 8px; }
  img { width: 240px; height: auto; border: 1px solid #d9dbe7; border-radius: 12px; background: #fff; }
`;

/**
 * @param src path of a picture, relative to the page.
 * @returns a whole document, which needs nothing but the pictures.
 */
export function indexPage(pictures: readonly Picture[], src: (picture: Picture) => string): string {
  const screens = [...new Set(pictures.map(({ screen }) => screen))];
  const examplesOf = (screen: string) => [...new Set(pictures.filter((one) => one.screen === screen).map(({ example }) => example))];
  const drawn = (screen: string, example: string): string => {
    const inLanguages = pictures.filter((one) => one.screen === screen && one.example === example);
    const images = inLanguages.map(
      (one) =>
        `<img loading="lazy" src="${src(one)}" alt="${escaped(`${screen}, ${example}, ${one.language}, ${one.look}`)}" lang="${one.language}">`,
    );
    return `<div class="example"><h3>${escaped(example)}</h3><small>${escaped(inLanguages[0]?.state ?? '')}</small>
      <div class="pictures">${images.join('')}</div></div>`;
  };
  const sections = screens.map(
    (
      screen,
    ) => `<section id="${screen}"><h2>${screen} <small>${escaped(pictures.find((one) => one.screen === screen)?.route ?? '')}</small></h2>
      ${examplesOf(screen)
        .map((example) => drawn(screen, example))
        .join('\n')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Storyboard</title><style>${STYLE}</style></head>
<body><header><h1>Storyboard</h1><p>${pictures.length} pictures of ${screens.length} screens</p>
<nav>${screens.map((screen) => `<a href="#${screen}">${screen}</a>`).join(' ')}</nav></header>
<main>${sections.join('\n')}</main></body></html>
`;
}
