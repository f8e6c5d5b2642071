// @ts-check
/** The project's own lint rules, for what general rules cannot check. */
import { relative, sep } from 'node:path';
import { complaintAbout } from './directions.mjs';

/**
 * The linter passes syntax nodes; these types describe only what the rules read.
 * @typedef {{ type: string, value?: unknown, name?: string, computed?: boolean, source?: Node | null, object?: Node, property?: Node, callee?: Node, tag?: Node, arguments?: readonly Node[], expression?: Node, quasis?: readonly { value: { cooked: string } }[] }} Node
 * @typedef {{ filename: string, cwd: string, report: (complaint: { node: Node, message: string }) => void }} Context
 */

/** Methods that Chromium 80 lacks and no compiler adds, with the version that introduced them. */
const METHODS_TOO_NEW = new Map([
  ['at', 92],
  ['findLast', 97],
  ['findLastIndex', 97],
  ['replaceAll', 85],
  ['replaceChildren', 86],
  ['toReversed', 110],
  ['toSorted', 110],
  ['toSpliced', 110],
]);

/** @param {Context} context */
const fileOf = (context) => relative(context.cwd, context.filename).split(sep).join('/');

/** What stands between the quotes, also of a template without a gap. @param {Node | null | undefined} source */
const specifierOf = (source) =>
  source?.type === 'TemplateLiteral' && !source.quasis?.[1] ? source.quasis?.[0]?.value?.cooked : source?.value;

const importDirection = {
  /** @param {Context} context */
  create(context) {
    const from = fileOf(context);
    const check = (/** @type {Node} */ node) => {
      const specifier = specifierOf(node.type === 'TSExternalModuleReference' ? node.expression : node.source);
      const message = typeof specifier === 'string' ? complaintAbout(from, specifier) : undefined;
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
      TSExternalModuleReference: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

const noAmbientClock = {
  /** @param {Context} context */
  create(context) {
    const check = (/** @type {Node} */ node) => {
      if (node.callee?.name !== 'Date' || node.arguments?.length) return;
      context.report({ node, message: 'Time comes from a port or an event, never from the machine it runs on' });
    };
    return { NewExpression: check, CallExpression: check };
  },
};

const browserFloor = {
  /** @param {Context} context */
  create(context) {
    return {
      CallExpression: (/** @type {Node} */ node) => {
        const method = node.callee?.type === 'MemberExpression' && !node.callee.computed ? node.callee.property?.name : undefined;
        const since = method === undefined ? undefined : METHODS_TOO_NEW.get(method);
        if (since) context.report({ node, message: `.${method}() came with Chromium ${since}; the floor is 80` });
      },
    };
  },
};

/** Hooks that give a component state or effects of its own. */
const STATEFUL_HOOKS = ['useState', 'useReducer', 'useRef', 'useEffect', 'useLayoutEffect', 'useSyncExternalStore', 'useContext'];

const pureScreen = {
  /** @param {Context} context */
  create(context) {
    return {
      ImportSpecifier: (/** @type {Node & { imported?: Node }} */ node) => {
        const name = node.imported?.name;
        if (name && STATEFUL_HOOKS.includes(name))
          context.report({
            node,
            message: `${name}: a screen draws the snapshot and nothing else; what it must remember belongs into the chart`,
          });
      },
    };
  },
};

/** Functions that read elapsed time, in the test process or in the page. */
const MEASURES = new Map([
  ['performance', ['now', 'mark', 'measure', 'timeOrigin', 'getEntriesByName', 'getEntriesByType']],
  ['process', ['hrtime', 'cpuUsage']],
]);
/** Test files must not read Date.now either. Support files may: as the clock of a client, or as a seed. */
const MEASURES_IN_TESTS = new Map([...MEASURES, ['Date', ['now']]]);
const TRACES = ['startTracing', 'timeStamp'];

/**
 * A test that compares a measured time fails on a busy machine. Timing belongs in `tests/bench`. A report of durations
 * uses `tests/support/stopwatch.ts`, a wait uses the deadline of `tests/support/patience.ts`.
 */
const noMeasuredTime = {
  /** @param {Context} context */
  create(context) {
    const measures = /\.test\.tsx?$/.test(fileOf(context)) ? MEASURES_IN_TESTS : MEASURES;
    const report = (/** @type {Node} */ node, /** @type {string} */ name) =>
      context.report({
        node,
        message: `${name}: a test counts, a bench (tests/bench) measures time; use stopwatch(), deadline() or fake timers`,
      });
    return {
      MemberExpression: (/** @type {Node} */ { object, property, computed }) => {
        const name = computed ? property?.value : property?.name;
        if (!property || typeof name !== 'string') return;
        if (measures.get(object?.name ?? '')?.includes(name)) report(property, `${object?.name}.${name}`);
        else if (TRACES.includes(name)) report(property, name);
      },
      NewExpression: (/** @type {Node} */ node) => {
        if (node.callee?.name === 'PerformanceObserver') report(node, 'PerformanceObserver');
      },
      ImportDeclaration: (/** @type {Node} */ node) => {
        if (/^(node:)?perf_hooks$/.test(String(node.source?.value))) report(node, 'perf_hooks');
      },
    };
  },
};

/** A fixed wait is too short on a busy machine and too long on an idle one. */
const noFixedWait = {
  /** @param {Context} context */
  create(context) {
    return {
      MemberExpression: (/** @type {Node} */ { property }) => {
        if (property?.name !== 'waitForTimeout') return;
        context.report({
          node: property,
          message: 'waitForTimeout: wait for what the page shows, or for drawn() of tests/support/drawn.ts',
        });
      },
    };
  },
};

/**
 * Whether a call declares a test, also one with rows: `it(…)`, `test.skipIf(…)(…)`, `it.each(…)(…)`, a tagged template of rows.
 * @param {Node | undefined} callee
 * @returns {boolean}
 */
const isTestCall = (callee) => {
  if (callee?.type === 'MemberExpression')
    return !['each', 'for', 'skipIf', 'runIf'].includes(callee.property?.name ?? '') && isTestCall(callee.object);
  let called = callee;
  while (called && called.type !== 'Identifier') called = called.callee ?? called.object ?? called.tag;
  return called?.name === 'it' || called?.name === 'test';
};

/** The title of a test stands alone, because a report names it without its describe: "state: behaviour". */
const testTitle = {
  /** @param {Context} context */
  create(context) {
    return {
      CallExpression: (/** @type {Node} */ node) => {
        const [title, ...rest] = node.arguments ?? [];
        if (!title || !rest[0] || rest[rest.length - 1]?.type === 'ObjectExpression' || !isTestCall(node.callee)) return;
        const text = title.type === 'TemplateLiteral' ? title.quasis?.map(({ value }) => value.cooked).join('$') : title.value;
        if (typeof text !== 'string' || /\S: \S/.test(text)) return;
        context.report({ node: title, message: 'The title of a test stands alone: "state, condition: behaviour"' });
      },
    };
  },
};

export default {
  meta: { name: 'local' },
  rules: {
    'import-direction': importDirection,
    'no-ambient-clock': noAmbientClock,
    'browser-floor': browserFloor,
    'pure-screen': pureScreen,
    'no-measured-time': noMeasuredTime,
    'no-fixed-wait': noFixedWait,
    'test-title': testTitle,
  },
};
