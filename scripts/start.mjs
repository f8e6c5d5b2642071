/**
 * `npm start`, `npm run dev` and `npm run preview`. This file must run on old versions of Node: it checks the version
 * and only then loads the rest.
 */
var version = process.versions.node.split('.').map(Number);
if (version[0] > 20 || (version[0] === 20 && version[1] >= 19)) {
  import('./lib/startup.mjs').catch(function (error) {
    process.stderr.write((error && error.message ? error.message : String(error)) + '\n');
    process.exit(1);
  });
} else {
  process.stderr.write('Node ' + process.versions.node + ' is too old; Node 20.19 or newer is needed.\n');
  process.exit(1);
}
