/** The colours of both appearances: where they are defined and used, and the contrast of every pair that is drawn together. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Values = Readonly<Record<string, string>>;
type Rgb = readonly [number, number, number];

const TOKENS = readFileSync('src/ui/tokens.css', 'utf8').replace(/\/\*[^]*?\*\//g, '');
const START = readFileSync('index.html', 'utf8');

/** The custom properties of the first block with this selector. */
function valuesOf(css: string, selector: string): Values {
  const block = css.slice(css.indexOf(`${selector}{`) + selector.length + 1);
  return Object.fromEntries(
    Array.from(block.slice(0, block.indexOf('}')).matchAll(/(--[\w-]+):\s*([^;}]+)/g), ([, name, value]) => [name, value?.trim()]),
  ) as Values;
}
const tight = TOKENS.replace(/\s*\{/g, '{');
const light = valuesOf(tight, ':root');
const APPEARANCES: Readonly<Record<string, Values>> = { light, dark: { ...light, ...valuesOf(tight, '[data-theme="dark"]') } };

const isColour = (name: string): boolean => /^--(color|status)-/.test(name);
const COLOURS = Object.keys(light).filter(isColour);

/** @param under the colour below a translucent one. */
function rgbOf(value: string, under?: Rgb): Rgb {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1];
  if (hex) {
    const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as unknown as Rgb;
  }
  const parts = /^rgba\((\d+), ?(\d+), ?(\d+), ?([\d.]+)\)$/.exec(value)?.slice(1).map(Number);
  if (!parts || !under) throw new Error(`not an opaque colour: ${value}`);
  const alpha = parts[3] ?? 1;
  return under.map((below, i) => Math.round((parts[i] ?? 0) * alpha + below * (1 - alpha))) as unknown as Rgb;
}

/** Relative luminance, as WCAG 2 defines it. */
const luminance = (rgb: Rgb): number => {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: Rgb, b: Rgb): number => {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (bright + 0.05) / (dark + 0.05);
};

/** Smallest contrast of text: 4.5 to 1. The edge or the fill of a control or sign needs 3 to 1. */
const TEXT = 4.5;
const SHAPE = 3;
const GROUNDS = ['--color-page', '--color-surface'] as const;
const STATUSES = ['assessing', 'approved', 'disbursing', 'repaying', 'overdue', 'rejected'] as const;

/** Colours and the grounds on which they are drawn. A translucent ground is written as `over under`. */
const PAIRS: readonly (readonly [least: number, on: string, grounds: readonly string[]])[] = [
  [TEXT, '--color-text', [...GROUNDS, '--color-sunken', '--color-danger-bg', '--color-brand-soft']],
  [TEXT, '--color-text-muted', [...GROUNDS, '--color-sunken', '--color-danger-bg']],
  [TEXT, '--color-brand-text', [...GROUNDS, '--color-brand-soft']],
  [TEXT, '--color-on-brand', ['--color-brand', '--color-brand-pressed']],
  [TEXT, '--color-on-sun', ['--color-sun', '--color-sun-pressed']],
  [TEXT, '--color-on-card', ['--color-card', '--color-on-card-soft --color-card']],
  [TEXT, '--color-on-card-muted', ['--color-card']],
  [TEXT, '--color-on-bar', ['--color-bar']],
  [TEXT, '--color-sun', ['--color-bar']],
  [TEXT, '--color-danger-text', [...GROUNDS, '--color-danger-bg']],
  [TEXT, '--status-approved-text', ['--color-surface']],
  ...STATUSES.map((status) => [TEXT, `--status-${status}-text`, [`--status-${status}-bg`]] as const),
  [SHAPE, '--color-line-strong', [...GROUNDS, '--color-sunken']],
  [SHAPE, '--color-brand', [...GROUNDS]],
  [SHAPE, '--color-danger', [...GROUNDS, '--color-danger-bg']],
  [SHAPE, '--color-sun', ['--color-card', '--color-on-card-line --color-card']],
  [SHAPE, '--status-approved-solid', ['--color-surface']],
  [SHAPE, '--status-assessing-solid', ['--color-surface']],
  [SHAPE, '--color-surface', ['--status-approved-solid']],
];

/** Colours without contrast rules, because nothing is read or pressed by them: hairlines, and the scrim behind a sheet. */
const DECORATION = ['--color-line', '--color-on-card-line', '--color-scrim'];

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );
/** The files with styles of the borrowers' pages, without the tokens. The tools have colours of their own. */
const SHOWN = ['src/app', 'src/forms', 'src/ui', 'screens']
  .flatMap(files)
  .filter((path) => /\.(css|tsx)$/.test(path) && !path.endsWith('tokens.css'))
  .map((path) => [path, readFileSync(path, 'utf8').replace(/\/\*[^]*?\*\//g, '')] as const);
const TOOLS = ['src/sandbox', 'src/inspector', 'src/shellCheck'].flatMap(files).filter((path) => path.endsWith('.css'));

describe.each(Object.entries(APPEARANCES))('%s appearance', (_, values) => {
  const ground = (name: string): Rgb => {
    const [over = '', under] = name.split(' ');
    return rgbOf(values[over] ?? '', under ? rgbOf(values[under] ?? '') : undefined);
  };
  it.each(PAIRS.flatMap(([least, on, grounds]) => grounds.map((one) => [on, one, least] as const)))(
    'colour %s on %s: has a contrast of at least %s to 1',
    (on, below, least) => expect(contrast(rgbOf(values[on] ?? ''), ground(below))).toBeGreaterThanOrEqual(least),
  );

  it.each([...GROUNDS, '--color-card', '--color-brand', '--color-sun'])('focus on %s: one of its two rings is visible', (below) => {
    const rings = ['--color-focus-inner', '--color-focus-outer'].map((ring) => contrast(rgbOf(values[ring] ?? ''), ground(below)));
    expect(Math.max(...rings)).toBeGreaterThanOrEqual(SHAPE);
  });
});

describe('colours', () => {
  it('colours: each is measured against its grounds, or is a decoration', () => {
    const measured = new Set([...PAIRS.flatMap(([, on, grounds]) => [on, ...grounds.flatMap((one) => one.split(' '))]), ...DECORATION]);
    expect(COLOURS.filter((name) => !measured.has(name) && !name.startsWith('--color-focus-'))).toEqual([]);
  });

  it('rule with a text and a ground: the pair is measured', () => {
    const known = new Set(PAIRS.flatMap(([, on, grounds]) => grounds.map((one) => `${on} on ${one.split(' ')[0]}`)));
    const met = SHOWN.filter(([path]) => path.endsWith('.css')).flatMap(([path, css]) =>
      Array.from(css.matchAll(/\{([^{}]*)\}/g), ([, rule = '']) => {
        const on = /(?:^|[\s;])color:\s*var\((--[\w-]+)\)/.exec(rule)?.[1];
        const below = /background:\s*var\((--[\w-]+)\)/.exec(rule)?.[1];
        return on && below && isColour(on) && isColour(below) && !known.has(`${on} on ${below}`) ? `${path}: ${on} on ${below}` : '';
      }).filter(Boolean),
    );
    expect(met).toEqual([]);
  });

  it('raw colour: occurs in the tokens only', () => {
    // Older browsers do not apply custom properties to ::backdrop. Controls over the camera's picture are dark in both appearances.
    const raw = SHOWN.filter(([path]) => !path.startsWith('src/ui/camera/')).flatMap(([path, text]) =>
      Array.from(
        text.replace(/::backdrop\s*\{[^}]*\}/g, '').matchAll(/#[0-9a-f]{3,8}\b(?=["'; ,)])|rgba?\(/gi),
        ([found]) => `${path}: ${found}`,
      ),
    );
    expect(raw).toEqual([]);
  });
});

describe('tokens', () => {
  const used = new Set(
    [...SHOWN.map(([, text]) => text), ...TOOLS.map((path) => readFileSync(path, 'utf8')), TOKENS].flatMap((text) =>
      Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name]) => name),
    ),
  );
  const inApp = new Set(
    [...SHOWN.map(([, text]) => text), TOKENS].flatMap((text) => Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name]) => name)),
  );

  it("tokens: each is used by the borrowers' pages", () => expect(Object.keys(light).filter((name) => !inApp.has(name))).toEqual([]));

  it('colour that is used: is defined', () => {
    const own = new Set([...TOOLS.map((path) => readFileSync(path, 'utf8'))].flatMap((text) => text.match(/--[\w-]+(?=:)/g) ?? []));
    expect([...used].filter((name) => name && isColour(name) && !(name in light) && !own.has(name))).toEqual([]);
  });

  it('tokens, dark: redefine only tokens of light', () => {
    expect(Object.keys(valuesOf(tight, '[data-theme="dark"]')).filter((name) => !(name in light))).toEqual([]);
  });
});

describe('start page', () => {
  it('bar of the browser: has the colour of the page', () => {
    const [isDark, isLight] = /bar\.content=isDark\?"(#\w+)":"(#\w+)"/.exec(START)?.slice(1) ?? [];
    expect({ isDark, isLight }).toEqual({ isDark: APPEARANCES['dark']?.['--color-page'], isLight: light['--color-page'] });
    expect(START).toContain(`<meta name="theme-color" content="${isLight}">`);
  });
});
