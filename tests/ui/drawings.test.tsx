/** The drawings: small, hidden from screen readers, and coloured by tokens alone. */
import { readFileSync } from 'node:fs';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

const modules = import.meta.glob<Record<string, ComponentType>>(['../../src/ui/art/*.tsx', '../../screens/**/*.tsx'], { eager: true });
/** Modules that draw: they import the parts of a drawing. */
const files = Object.keys(modules).filter((path) => readFileSync(new URL(path, import.meta.url), 'utf8').includes('import { Art, art'));
const drawings = files.flatMap((path) => Object.entries(modules[path] ?? {}));

it('drawings: there is one for each occasion', () => {
  expect(drawings.map(([name]) => name).sort()).toEqual([
    'CardBack',
    'CardFront',
    'Careful',
    'Confirmed',
    'Country',
    'FaceInFrame',
    'MoneySent',
    'NoMessages',
    'NoRecords',
    'Offline',
    'Overdue',
    'Rejected',
    'Repaid',
    'SmsCode',
    'TurnedHead',
    'Waiting',
  ]);
});

describe.each(drawings)('%s', (_, Drawing) => {
  const svg = renderToStaticMarkup(<Drawing />);
  it('drawing: takes at most 2 kB', () => expect(svg.length).toBeLessThanOrEqual(2_000));
  it('drawing: is hidden from screen readers', () => expect(svg).toContain('aria-hidden="true"'));
  it('drawing: takes every colour from the tokens', () => expect(svg).not.toMatch(/#[0-9a-f]{3}|rgb|fill=|stroke=/i));
});
