/** Compares the running Node with `engines` of package.json. It runs on old versions of Node, and imports nothing else. */
import packageJson from '../package.json' with { type: 'json' };

/** @param version as in `process.versions.node`. @returns one sentence for the operator; null: this version is supported. */
export function whyNodeIsRefused(version: string): string | null {
  const oldest = packageJson.engines.node.replace(/^>=/, '');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `Node ${version} is too old: install Node ${oldest} or newer, such as 24, and start again.`;
}
