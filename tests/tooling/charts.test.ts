import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { CHART_BEGIN, CHART_END, staleCharts, withChart } from '../../scripts/lib/charts.ts';
import { diagram, sections } from '../../scripts/lib/chartText.ts';

const payment = createMachine({
  id: 'payment',
  initial: 'asking',
  on: { 'payment.stopped': '.ended' },
  states: {
    asking: {
      tags: ['busy'],
      invoke: { id: 'ask', src: 'askRail', onDone: { guard: 'isPaid', target: 'ended' }, onError: 'waiting' },
    },
    waiting: { after: { SOON: 'asking' }, on: { 'payment.retried': 'asking', 'notice.closed': {} } },
    ended: { type: 'final' },
  },
});
const boxes = Object.values(payment.root.states);
const nothing = () => false;

describe('diagram of a chart', () => {
  it('diagram of a chart: it names answers, timers, events and guards', () => {
    const text = diagram(boxes, boxes[0], nothing);
    expect(text).toContain('[*] --> payment_asking');
    expect(text).toContain('payment_asking --> payment_ended : ask ok [isPaid]');
    expect(text).toContain('payment_asking --> payment_waiting : ask failed');
    expect(text).toContain('payment_waiting --> payment_asking : payment.retried / after SOON');
    expect(text).toContain('payment_ended --> [*]');
  });

  it('diagram of a chart: it leaves out what the text describes', () => {
    expect(diagram(boxes, boxes[0], ({ event }) => event.endsWith(' failed'))).not.toContain('ask failed');
  });

  it('diagram of a chart: the text after it says what it cannot show', () => {
    const text = sections(payment.root, nothing).join('\n');
    expect(text).toContain('From anywhere here: `payment.stopped` leads to `ended`.');
    expect(text).toContain('| `asking` | busy | `askRail` |  |');
    expect(text).toContain('| `waiting` |  |  | `notice.closed` |');
  });
});

describe('generated pages', () => {
  const empty = `# Title\n${CHART_BEGIN}\n${CHART_END}\nend\n`;
  /** A repository whose generated files are all up to date. */
  const upToDate = new Map([['README.md', withChart(empty)]]);
  for (const { path, text } of staleCharts((path) => upToDate.get(path) ?? null)) upToDate.set(path, text);
  const staleIn = (files: ReadonlyMap<string, string>) => staleCharts((path) => files.get(path) ?? null).map(({ path }) => path);

  it('generated pages, just written: are not stale', () => expect(staleIn(upToDate)).toEqual([]));

  it.each([...upToDate.keys()])('generated pages, %s changed: are stale', (path) => {
    const said = upToDate.get(path) ?? '';
    expect(staleIn(new Map([...upToDate, [path, said.replace('[*] -->', '[*] -- >')]]))).toEqual([path]);
  });

  it('generated pages, page missing: are stale', () => {
    const files = new Map(upToDate);
    files.delete('docs/charts/order.md');
    expect(staleIn(files)).toEqual(['docs/charts/order.md']);
  });

  it('generated pages, README: keeps the text around the chart', () => {
    expect(withChart(empty)).toMatch(/^# Title\n[\s\S]+\nend\n$/);
    expect(() => withChart('# Title')).toThrow(/lacks the markers/);
  });
});
