/** Everything that docs/operations.md names for an incident must exist: metrics, log lines, events, verbs and sections. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '#server/monitoring/metrics.ts';
import type { Readings } from '#server/monitoring/readings.ts';
import { SECURITY_EVENT_KINDS } from '#server/store/securityEventKinds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const all = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, first]) => first ?? ''))];

const metrics = createMetrics(false);
const everything = new Proxy({}, { get: () => 0 }) as Readings;
const exposed = all(await metrics.expose(everything, {}), /^# TYPE (\S+) /gm);

it('metrics named: are exposed', () => {
  const named = all(page, /`(lender_\w+)`/g);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !exposed.includes(name))).toEqual([]);
});
it('metrics exposed: are explained', () => {
  expect(exposed.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
it('verbs named: exist', () => {
  const named = all(page, /npm run ([\w:-]+)/g);
  expect(named).toContain('restore');
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
it('operations manual, linked sections: exist', () => {
  const slugs = all(page, /^#{2,3} (.+)$/gm).map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(all(page, /\]\(#([^)]+)\)/g).filter((slug) => !slugs.includes(slug))).toEqual([]);
});

const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(root, 'server', name), 'utf8'))
  .join('\n');
const chapter = page.slice(page.indexOf('## What to do when'), page.indexOf('## Several processes'));
const runbooks = chapter
  .split(/^### /m)
  .slice(1)
  .map((text) => ({ title: text.split('\n')[0] ?? '', text }));

it('runbooks: there is one for each kind of failure', () => {
  expect(runbooks.map(({ title }) => title)).toEqual([
    'The rail is down',
    'A payout is stuck',
    'A key leaked',
    'The disk is full',
    'The float is empty',
    'The database is lost',
    'A wrong payment',
  ]);
});

describe.each(runbooks)('runbook "$title"', ({ text }) => {
  it('runbook: names the signs of its case, the steps, and the effect for borrowers', () => {
    expect(all(text, /^- \*\*(.+?):\*\* \S/gm)).toEqual(['See it', 'Do', 'Borrowers']);
  });
  it('runbook: it names a metric, and events and log lines that exist', () => {
    const seen = /\*\*See it:\*\*(.*)/.exec(text)?.[1] ?? '';
    expect(all(seen, /`(lender_\w+)`/g)).not.toEqual([]);
    const events = all(text, /`([a-z]+\.[a-z]+)`/gi);
    expect(events.filter((event) => !SECURITY_EVENT_KINDS.some((kind) => kind === event))).toEqual([]);
    expect(all(text, /log line `([^`]+)`/g).filter((line) => !sources.includes(`'${line}'`))).toEqual([]);
  });
});
