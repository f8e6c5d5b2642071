/** Finds what a new page or a new state of a page lacks, with the file and the line to add. Runs before the exploration. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { clausesOfState } from '#machines/clauses.ts';
import type { JourneyMeta } from '#machines/setup.ts';
import { ports } from '#machines/ports/index.ts';
import { ROUTES } from '#machines/routes.ts';
import { contract } from '#src/api/contract.ts';
import type { Row } from './expected/tableRows.ts';
import { nodesOf } from './steps.ts';

const SCREENS_FILE = 'screens/index.ts';

/** Screen files by path of the route. Read as text, because screens import style sheets, which only a bundler reads. */
function screenFiles(): ReadonlyMap<string, string> {
  const text = readFileSync(fileURLToPath(new URL(`../../${SCREENS_FILE}`, import.meta.url)), 'utf8');
  const paths: Readonly<Record<string, string>> = ROUTES;
  return new Map(
    [...text.matchAll(/\[ROUTES\.(\w+)\]: \(\) => import\('\.\/([^']+)'\)/g)].map(([, route = '', file = '']) => [
      paths[route] ?? '',
      `screens/${file}`,
    ]),
  );
}

const routeOf = ({ meta, config }: AnyStateNode): string | undefined =>
  config.route === undefined ? undefined : (meta as JourneyMeta | undefined)?.route;

/** The page of a state, itself included; null: it has none. */
const pageOf = (node: AnyStateNode): AnyStateNode | null =>
  routeOf(node) !== undefined ? node : node.parent ? pageOf(node.parent as AnyStateNode) : null;

/** The name of a place in `docs/expected.md`: `repay.cashier.waiting`. */
const placeName = ({ path }: AnyStateNode): string => path.join('.').replace(/^places\./, '');

/** Pages without a clause or without a screen; every page needs both. */
export function pagesWithout(machine: AnyStateMachine): string[] {
  const files = screenFiles();
  return nodesOf(machine).flatMap((node) => {
    const route = routeOf(node);
    if (route === undefined) return [];
    const clause =
      clausesOfState(node).length > 0
        ? []
        : [
            [
              `The page "${node.id}" serves no clause. Add to PLACES of machines/clauses.ts:`,
              `  ${node.id}: ['…'],`,
              'with clauses of machines/specification.ts.',
            ].join('\n'),
          ];
    const folder = node.path.filter((key) => key !== 'places').join('/');
    const screen = files.has(route)
      ? []
      : [
          [
            `The page "${node.id}" has no screen. Draw it in a new file screens/${folder}/screen.tsx, and add to SCREENS of ${SCREENS_FILE}:`,
            `  [ROUTES.${node.id}]: () => import('./${folder}/screen.tsx'),`,
          ].join('\n'),
        ];
    return [...clause, ...screen];
  });
}

/** Calls that ports of the chart name and that the contract with the lender does not have. */
export function callsWithout(machine: AnyStateMachine, declared: Readonly<Record<string, { call?: string }>> = ports): string[] {
  const named = new Set(nodesOf(machine).flatMap(({ invoke }) => invoke.map(({ src }) => src)));
  return Object.entries(declared).flatMap(([port, { call }]) =>
    call === undefined || call in contract || !named.has(port)
      ? []
      : [
          [
            `The port "${port}" makes the call "${call}", which the lender does not have. Correct the name, or add the call to \`contract\` of src/api/contract.ts:`,
            `  ${call}: read<Request, Response>('/…', ours),`,
            'with `post` where it changes something, and its handler to a file of server/calls:',
            `  ${call}: async (request, caller) => …,`,
          ].join('\n'),
        ],
  );
}

/** The files to edit for each state that no row of `docs/expected.md` names. Passing states are left out: they are never shown. */
export function newStates(machine: AnyStateMachine, rows: readonly Row[]): string[] {
  const named = new Set(rows.flatMap(({ where }) => where));
  const files = screenFiles();
  return nodesOf(machine).flatMap((node) => {
    const isLeaf = Object.keys(node.states).length === 0;
    const place = placeName(node);
    if (!isLeaf || (node.always ?? []).length > 0 || named.has(place)) return [];
    const page = pageOf(node);
    const file = page && files.get(routeOf(page) ?? '');
    const clauses = clausesOfState(node).join(', ');
    return [
      [
        `The state "${place}" is new: no row of docs/expected.md names it. What it needs:`,
        '  docs/expected.md: a row for each thing that happens in it. The lines to add are printed below; read them, they say what the chart does.',
        ...(file
          ? [
              `  ${file}: what the page shows in it, by state.matches. npm run paths -- --faults finds a problem that the page does not show.`,
            ]
          : []),
        `  machines/clauses.ts: ${clauses === '' ? 'its clause' : `it serves ${clauses}, as what is around it; if it serves another one, add to STEPS`}, '${node.id}': ['…'],`,
      ].join('\n'),
    ];
  });
}
