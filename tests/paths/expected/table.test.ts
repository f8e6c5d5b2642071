/** The table of intended outcomes: the syntax of a row, and the choice between several rows. */
import { describe, expect, it } from 'vitest';
import { initialTransition } from 'xstate';
import { LOCAL } from '#machines/model/codes.ts';
import { CLAUSES } from '#machines/specification.ts';
import { journeyMachine, type JourneySnapshot } from '#machines/journey.machine.ts';
import { example } from '#screens/example.ts';
import { createStepper } from '../explore.ts';
import { enabledSteps } from '../model.ts';
import { project } from '../projection.ts';
import type { Step } from '../steps.ts';
import { collectComplaints, withoutRow } from './complaints.ts';
import { createTable } from './table.ts';
import { parseTable, readTable } from './tableRows.ts';

const HEAD = '| where | what happens | when | leads to | afterwards | clauses |\n|---|---|---|---|---|---|\n';
const table = (...rows: string[]) => createTable(parseTable(HEAD + rows.join('\n')));

const stepper = createStepper(journeyMachine, { withCoverage: false });
const boot = initialTransition(journeyMachine)[0] as JourneySnapshot;
const named = (snapshot: JourneySnapshot, name: string): Step => {
  const step = enabledSteps(snapshot).find((one) => one.name === name);
  if (!step) throw new Error(`no step "${name}"`);
  return step;
};
const restored = named(boot, 'restoreDevice answered (borrower)');
const after = stepper.step(boot, restored)?.snapshot ?? null;
const complaint = (...rows: string[]) => table(...rows).complaintsAbout(project(boot), boot, restored, after)[0] ?? null;

describe('row of the table', () => {
  it('step as expected: has no complaint', () =>
    expect(complaint('| boot | restoreDevice answered (*) |  | loadingHome.loading | session: as told |  |')).toBeNull());

  it.each([
    [
      'another place',
      '| boot | restoreDevice answered (*) |  | tabs.home.shown | session: as told |  |',
      /should lead to tabs\.home\.shown, and leads to loadingHome\.loading/,
    ],
    [
      'another fact',
      '| boot | restoreDevice answered (*) |  | loadingHome.loading | session: none |  |',
      /should leave session: none, and leaves session: as told/,
    ],
    [
      'a fact that the row does not name',
      '| boot | restoreDevice answered (*) |  | loadingHome.loading |  |  |',
      /should not change session, and leaves session: as told; if it is meant to, add "session: as told"/,
    ],
    [
      'no row',
      '| sessionEnded | restoreDevice answered (*) |  | loadingHome.loading |  |  |',
      /no row for "restoreDevice answered \(borrower\)" in boot/,
    ],
  ])('step with %s: has a complaint', (_, row, says) => expect(complaint(row)).toMatch(says));

  it('row of every place, step with another target in one place: the message has the row to add for that place', () =>
    expect(complaint('| * | restoreDevice answered (*) |  | tabs.home.shown |  |  |')).toMatch(
      /if it is meant to here, add before that line:\n {2}\| boot \| restoreDevice answered \(borrower\) \|/,
    ));

  it('place without a row of its tags: the message has the row to add', () => {
    const { snapshot } = stepper.step(boot, restored) ?? { snapshot: boot };
    const shown = { ...snapshot, tags: new Set(['busy', 'stable']), _nodes: [...snapshot._nodes] } as unknown as JourneySnapshot;
    const said = table('| boot | restoreDevice answered (*) |  | loadingHome.loading | session: as told |  |').complaintsAbout(
      project(boot),
      boot,
      restored,
      shown,
    );
    expect(said.join()).toContain('  | loadingHome.loading | is shown as |  | stays | tags: stable |  |');
  });

  it('table of steps, several rows: the most exact one applies, by place and then by step', () => {
    const everywhere = '| * | restoreDevice answered (borrower) |  | tabs.home.shown |  |  |';
    expect(complaint(everywhere, '| boot | restoreDevice answered (*) |  | loadingHome.loading | session: as told |  |')).toBeNull();
    expect(
      complaint(everywhere, '| boot | restoreDevice answered (*) | session: borrower | loadingHome.loading | session: as told |  |'),
    ).toMatch(/tabs\.home\.shown/);
  });

  it('step without effect, no row expects one: has no complaint', () => {
    expect(table().complaintsAbout(project(boot), boot, named(boot, 'notice.dismissed'), null)).toEqual([]);
    expect(
      table('| boot | notice.dismissed |  | tabs.home.shown |  |  |').complaintsAbout(
        project(boot),
        boot,
        named(boot, 'notice.dismissed'),
        null,
      ),
    ).toEqual([expect.stringContaining('should lead to tabs.home.shown, and leads to stays')]);
  });

  it('row whose target is reached in some states only: the row to add has the condition that holds in the others', () => {
    const rows = table('| boot | restoreDevice answered (*) |  | loadingHome.loading | session: as told |  |');
    const complaints = collectComplaints(rows.rowToAdd);
    const at = (session: string): string => project(boot).replace(/\| visitor \|/, `| ${session} |`);
    rows.complaintsAbout(at('visitor'), boot, restored, after).forEach(complaints.add);
    rows.complaintsAbout(at('borrower'), boot, restored, null).forEach(complaints.add);
    expect(complaints.all()).toEqual([
      expect.stringMatching(
        /should lead to loadingHome\.loading, and leads to stays; if it is meant to, correct that row, or add before that line a row with the condition:\n {2}\| boot \| restoreDevice answered \(borrower\) \| session: borrower \| stays \|/,
      ),
    ]);
  });

  it('row of the table with several cases in one line: each is a row', () => {
    const line = '| boot | restoreDevice answered (visitor / borrower) |  | loadingHome.loading | session: as told |  |';
    expect(parseTable(line).map(({ what }) => what)).toEqual(['restoreDevice answered (visitor)', 'restoreDevice answered (borrower)']);
    expect(complaint(line)).toBeNull();
  });

  it('row of every page: applies when a page is left for another one, and not within a page', () => {
    const faq = example({ places: { userCenter: { faq: 'shown' } } }, { problem: { code: LOCAL.networkFailed, message: '' } });
    const complaints = (name: string, ...rows: string[]): string[] => {
      const step = named(faq, name);
      return table(...rows).complaintsAbout(project(faq), faq, step, stepper.step(faq, step)?.snapshot ?? null);
    };
    const toAnother = '| * | xstate.route (#aboutUs) |  | userCenter.aboutUs.loading | support: any |  |';
    const left = '| every page | is left |  | stays | problem: none |  |';
    expect(complaints('xstate.route (#aboutUs)', toAnother, left)).toEqual([]);
    expect(complaints('xstate.route (#aboutUs)', toAnother).join()).toMatch(/should not change problem/);
    const again = '| * | xstate.route (#faq) |  | userCenter.faq.loading | support: any |  |';
    expect(complaints('xstate.route (#faq)', again, left).join()).toMatch(/should not change problem/);
  });

  describe('needless row', () => {
    const expected = '| boot | restoreDevice answered (*) |  | loadingHome.loading | session: as told |  |';
    const needless = (...rows: string[]): string[] => {
      const some = table(...rows);
      some.complaintsAbout(project(boot), boot, restored, after);
      some.complaintsAbout(project(boot), boot, named(boot, 'clock.ticked'), null);
      return some.needless(new Map());
    };

    it('needless row, no step needs it: is listed', () =>
      expect(needless('| boot | notice.dismissed |  | stays |  |  |', expected)).toEqual([
        'docs/expected.md, line 3 has a row of "notice.dismissed" that no step needs',
      ]));

    it('needless row, another row expects the same of the place: is listed with the line of the other row', () =>
      expect(needless(expected.replace('(*)', '(borrower)'), expected.replace('boot', '*'))).toEqual([
        'docs/expected.md, line 3 has a needless row of "restoreDevice answered (borrower)" in boot: it leads to loadingHome.loading, as line 4 says',
      ]));

    it('row that another row repeats in the compared state, and not in another state of the place: is needed', () => {
      const [visitor, borrower] = ['visitor', 'borrower'].map((session) => project(boot).replace(/\| visitor \|/, `| ${session} |`));
      const some = table(
        '| boot | clock.ticked |  | stays | now: as told |  |',
        '| * | clock.ticked | session: visitor | stays | now: as told |  |',
        '| * | clock.ticked | session: borrower | stays |  |  |',
      );
      const step = named(boot, 'clock.ticked');
      some.complaintsAbout(visitor ?? '', boot, step, stepper.step(boot, step)?.snapshot ?? null);
      const edges = (...keys: (string | undefined)[]) => new Map(keys.map((key = '') => [key, [{ step, to: key, covers: [] }]]));
      expect(some.needless(edges(visitor)).join()).toContain('line 3 has a needless row of "clock.ticked" in boot');
      expect(some.needless(edges(visitor, borrower)).join()).not.toContain('line 3');
    });

    it.each([
      ['place', expected.replace('loadingHome.loading', 'tabs.home.shown')],
      ['fact', expected.replace('as told', 'any')],
      ['clause', expected],
    ])('row that differs from the other row in its %s: is needed', (what, other) => {
      const row = what === 'clause' ? expected.replace(/\|$/, '1.account |') : expected;
      // No step needs the other row.
      expect(needless(row, other.replace('boot', '*'))).toEqual([
        'docs/expected.md, line 4 has a row of "restoreDevice answered (*)" that no step needs',
      ]);
    });

    it('needless row, no effect is allowed without the row either: is listed', () =>
      expect(needless(expected, '| boot | clock.ticked |  | stays |  |  |', '| * | is no press (clock.ticked) |  | stays |  |  |')).toEqual(
        [
          'docs/expected.md, line 4 has a needless row of "clock.ticked" in boot: it leads to stays, and without it nothing may happen either',
        ],
      ));
  });

  it.each([
    ['| boot | x |  | stays |', /line 3 has not the six columns/],
    ['| boot | x | wrong: a | stays |  |  |', /line 3: there is no condition "wrong", only place, session/],
    ['| boot | x |  | stays | problem |  |', /line 3: "problem" is no fact; write "name: value"/],
  ])('unreadable row %s: is refused with its line', (row, says) => expect(() => table(row)).toThrow(says));
});

describe('complaints that one edit resolves', () => {
  const about = (place: string, fact: string): string =>
    `docs/expected.md, line 74: "xstate.route (#faq)" in ${place} should not change ${fact}; if it is meant to here, add before that line:\n  | ${place} | xstate.route (#faq) |  | faq | ${fact} |  |`;

  it('row of the table, same difference in several places: is one complaint with one row to add', () => {
    const complaints = collectComplaints();
    expect(['cashier.paid', 'cashier.failed'].map((place) => complaints.add(about(place, 'paying')))).toEqual([true, false]);
    expect(complaints.all()).toEqual([
      'docs/expected.md, line 74: "xstate.route (#faq)" in 2 places should not change paying; if it is meant to here, add before that line:\n  | cashier.paid, cashier.failed | xstate.route (#faq) |  | faq | paying |  |',
    ]);
  });

  it('complaint that is printed when it is found: has no row, because the row of the report is more complete', () => {
    expect(withoutRow(about('a', 'paying'))).toBe(
      'docs/expected.md, line 74: "xstate.route (#faq)" in a should not change paying; if it is meant to here, add before that line. The row is in the report at the end.',
    );
    expect(withoutRow('docs/expected.md, line 9: "x" in a should lead to home')).toBe(
      'docs/expected.md, line 9: "x" in a should lead to home',
    );
  });

  it('complaint without a row to add: names the places', () => {
    const complaints = collectComplaints();
    for (const place of ['a', 'b']) complaints.add(`docs/expected.md, line 9: "back.requested" in ${place} should lead to home`);
    expect(complaints.all()).toEqual(['docs/expected.md, line 9: "back.requested" in a, b should lead to home']);
  });

  it('two differences that one row resolves: are one complaint with that row', () => {
    const row = '| a | xstate.route (#faq) |  | faq | paying: any; problem: none |  |';
    const complaints = collectComplaints((head) => (head.includes('line 74') ? row : null));
    for (const fact of ['paying', 'problem']) complaints.add(about('a', fact));
    expect(complaints.all()).toEqual([about('a', 'paying').replace(/\n.*/, `\n  ${row}`)]);
  });

  it('places in which links have no effect: are one complaint with the places to add to the row of links', () => {
    const { linksLine } = table('| boot | xstate.route (*) |  | stays |  |  |');
    const complaints = collectComplaints(undefined, linksLine);
    const stays = (place: string, link: string): string =>
      `docs/expected.md, line 7: "xstate.route (${link})" in ${place} should lead to ${link.slice(1)}, and leads to stays; if it is meant to here, add before that line:\n  | ${place} | xstate.route (${link}) |  | stays |  |  |`;
    const links = ['#home', '#faq', '#me', '#login'];
    expect(links.map((link) => complaints.add(stays('a', link)))).toEqual([true, false, false, false]);
    for (const link of links) complaints.add(stays('b', link));
    // A place with a single such link is no overlay, so its complaint stays separate.
    complaints.add(stays('c', '#faq'));
    expect(complaints.all()).toEqual([
      stays('c', '#faq'),
      expect.stringMatching(
        /^no row says that links stay in a, b: .* and 1 more; .* line 3 \("xstate\.route \(\*\)", which stays\):\n {2}a, b\n/,
      ),
    ]);
  });

  it('step without a row, two observed values of a fact: the row to add allows any value', () => {
    const rows = table('| boot | x |  | stays |  |  |');
    const complaints = collectComplaints(rows.rowToAdd);
    const { snapshot } = stepper.step(boot, restored) ?? { snapshot: boot };
    for (const online of [true, false]) {
      const after = { ...snapshot, context: { ...snapshot.context, online } } as unknown as JourneySnapshot;
      rows.complaintsAbout('', boot, restored, after).forEach(complaints.add);
    }
    expect(complaints.all().filter((one) => one.startsWith('no row for "'))).toEqual([expect.stringContaining('online: any')]);
  });

  it('complaints of the table, equal ones and different ones: each is listed once', () => {
    const complaints = collectComplaints();
    for (const one of [about('a', 'paying'), about('b', 'problem'), 'no row for x', 'no row for x']) complaints.add(one);
    expect(complaints.all()).toEqual([about('a', 'paying'), about('b', 'problem'), 'no row for x']);
  });
});

describe('docs/expected.md', () => {
  it('docs/expected.md, clauses: are those of the specification', () => {
    const unknown = readTable().flatMap(({ line, clauses }) =>
      clauses.filter((one) => !(one in CLAUSES)).map((one) => `line ${line}: ${one}`),
    );
    expect(unknown).toEqual([]);
  });
});
