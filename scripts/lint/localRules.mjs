// @ts-check
/** The project's own lint rules, for what general rules cannot check. */
import { relative, sep } from 'node:path';
import { complaintAbout } from './directions.mjs';

/**
 * The linter passes syntax nodes; these types describe only what the rules read.
 * @typedef {{ type: string, value?: unknown, name?: string, computed?: boolean, source?: Node | null, object?: Node, property?: Node, callee?: Node, tag?: Node, arguments?: readonly Node[], elements?: readonly (Node | null)[], expression?: Node, quasis?: readonly { value: { cooked: string } }[] }} Node
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

/** The text between the quotes, also of a template without placeholders. @param {Node | null | undefined} source */
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

/** Hooks for state or effects of a component. */
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

/** Words with which no subject begins. "more", "late", "back" and "this" are not among them: "back arrow" is a subject. */
const NO_SUBJECT = new Set(
  [
    'about after against again also although among and are as at because before behind below beside between beyond but by despite during',
    'except for from has here if in inside into is it its near nor of off on onto or otherwise outside since so their them then',
    'therefore they though through till to toward towards under unless until upon was were when whenever where whereas',
    'wherever which while who whose with within without yet',
  ].flatMap((line) => line.split(' ')),
);
/** A title that begins with a participle and has no subject: "refused: …", "signed in, …", "stored by an older chart: …". */
const PARTICIPLE =
  /^(?!\S*eed\b|undefined\b)(?:[a-z]+ed|chosen|given|kept|sent|shown|taken|thrown|told|withheld|written)(?:[,:]| (?:after|again|also|and|as|at|before|by|for|from|in|into|like|near|on|or|otherwise|over|right|since|to|too|twice|under|when|while|with|within|without)\b)/;

/** Whether a title begins with words that need a subject before them. @param {string} text */
const lacksSubject = (text) => NO_SUBJECT.has(text.match(/^[a-z]+(?=[ ,:])/)?.[0] ?? '') || PARTICIPLE.test(text);

/** The value of a row that replaces the first "%s". @param {Node | null} row @returns {unknown} */
const firstOfRow = (row) => (row?.type === 'ArrayExpression' ? row.elements?.[0]?.value : row?.value);

/**
 * The rows in the call itself: `it.each([…])(…)`, also `as const`.
 * @param {Node | undefined} callee
 * @returns {readonly (Node | null)[]}
 */
const rowsOf = (callee) => {
  if (callee?.type !== 'CallExpression' || !['each', 'for'].includes(callee.callee?.property?.name ?? '')) return [];
  const rows = callee.arguments?.[0];
  return (rows?.type === 'TSAsExpression' ? rows.expression : rows)?.elements ?? [];
};

/** The title of a test must make sense alone, because a report shows it without its describe: "state: behaviour". */
const testTitle = {
  /** @param {Context} context */
  create(context) {
    return {
      CallExpression: (/** @type {Node} */ node) => {
        const [title, ...rest] = node.arguments ?? [];
        if (!title || !rest[0] || rest[rest.length - 1]?.type === 'ObjectExpression' || !isTestCall(node.callee)) return;
        const text = title.type === 'TemplateLiteral' ? title.quasis?.map(({ value }) => value.cooked).join('$') : title.value;
        if (typeof text !== 'string') return;
        if (!/\S: \S/.test(text))
          context.report({ node: title, message: 'The title of a test stands alone: "state, condition: behaviour"' });
        const message = 'The title of a test begins with its subject: "order, refused: …", not "refused: …"';
        if (lacksSubject(text)) context.report({ node: title, message });
        if (!/^%[sj][,:]/.test(text)) return;
        for (const row of rowsOf(node.callee)) {
          const first = firstOfRow(row);
          if (row && typeof first === 'string' && lacksSubject(text.replace(/^%[sj]/, () => first))) context.report({ node: row, message });
        }
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
