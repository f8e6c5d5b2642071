/** The built lender, from which a deployment runs verbs. In a clone they are scripts of npm. */
const isBuilt = import.meta.url.endsWith('.js');

/** The command line of an operator's verb, in backticks, for a sentence. @param words the verb, then its arguments. */
export function verbCommand(...words: [verb: string, ...args: string[]]): string {
  const [verb, ...args] = words;
  const line = isBuilt ? ['node dist/server/operator.js', ...words] : ['npm run', verb, ...(args.length > 0 ? ['--', ...args] : [])];
  return `\`${line.join(' ')}\``;
}
