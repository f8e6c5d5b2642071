/**
 * `npm run check`, `paths`, `chart` and `budget`: gets what is missing, then runs the verb. Like the start script
 * this file is read by whatever Node there is, so it is written for an old one.
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
