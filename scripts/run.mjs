/**
 * Runs a script of package.json such as `check`, `paths` or `chart`, after installing what it needs. This file must
 * run on old versions of Node, because it reports an outdated version.
 */
var version = process.versions.node.split('.').map(Number);
if (version[0] > 20 || (version[0] === 20 && version[1] >= 19)) {
  import('./lib/verb.mjs').catch(function (error) {
    process.stderr.write((error && error.message ? error.message : String(error)) + '\n');
    process.exit(1);
  });
} else {
  process.stderr.write('Node ' + process.versions.node + ' is too old; Node 20.19 or newer is needed.\n');
  process.exit(1);
}
