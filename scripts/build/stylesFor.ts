/** Selects the rules of a stylesheet that a page needs before the stylesheet arrives. */

interface Rule {
  /** Selectors, or an at-rule with its condition. */
  head: string;
  body: string;
}

/** The rules of minified CSS. The body of an at-rule may contain rules. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; at < css.length;) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    let depth = 1;
    let end = open + 1;
    for (; depth > 0 && end < css.length; end++) depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0;
    rules.push({ head: css.slice(at, open).trim(), body: css.slice(open + 1, end - 1) });
    at = end;
  }
  return rules;
}

/** Splits at commas outside of parentheses. */
const selectorsOf = (head: string): string[] => head.split(/,(?![^()]*\))/).map((one) => one.trim());

/** @param css minified. @param html the shown elements, whose rules are kept. @returns the kept rules, in their order. */
export function stylesFor(html: string, css: string): string {
  const classes = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));
  const elements = new Set(['html', 'body', ...[...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name)]);

  function canMatch(selector: string): boolean {
    const plain = selector
      .replace(/:not\([^)]*\)/g, '')
      .replace(/\[[^\]]*\]/g, '')
      .replace(/::?[a-z-]+(\([^)]*\))?/g, '');
    const used = [...plain.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classes.has(name));
    return used && [...plain.replace(/\.[\w-]+/g, ' ').matchAll(/[a-z][a-z0-9]*/g)].every(([name]) => elements.has(name));
  }

  const kept = (rules: Rule[]): Rule[] =>
    rules.flatMap(({ head, body }) => {
      if (head.startsWith('@keyframes')) return [{ head, body }];
      if (head.startsWith('@')) {
        const inner = kept(rulesOf(body));
        return inner.length > 0 ? [{ head, body: written(inner) }] : [];
      }
      const selectors = selectorsOf(head).filter(canMatch);
      return selectors.length > 0 ? [{ head: selectors.join(','), body }] : [];
    });

  return written(withoutUnused(kept(rulesOf(css)), html));
}

const written = (rules: readonly Rule[]): string => rules.map(({ head, body }) => `${head}{${body}}`).join('');

/** Removes animations and custom properties that no kept rule uses. @param others further text that may use some. */
function withoutUnused(rules: readonly Rule[], others: string): Rule[] {
  const text = written(rules) + others;
  const isUsed = (declaration: string): boolean => {
    const name = /^(--[\w-]+):/.exec(declaration)?.[1];
    return name === undefined || text.includes(`var(${name})`) || text.includes(`var(${name},`);
  };
  const next = rules
    .filter(({ head }) => {
      const name = /^@keyframes (\S+)/.exec(head)?.[1];
      return name === undefined || new RegExp(`animation[^;}]*[: ]${name}\\b`).test(text);
    })
    .map(({ head, body }) => ({ head, body: body.includes('{') ? body : body.split(';').filter(isUsed).join(';') }));
  // Repeats, because a property that only a removed one used is unused now.
  return written(next).length < written(rules).length ? withoutUnused(next, others) : next;
}
