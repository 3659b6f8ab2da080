// Plain syntax, which old versions of Node read too: the bundles have newer one, and would end with a syntax error.

/** Ends the process with one line where Node is too old. */
export function requireNode() {
  var version = process.versions.node.split('.').map(Number);
  if (version[0] > 20 || (version[0] === 20 && version[1] >= 19)) return;
  process.stderr.write('Madang needs Node 20.19 or newer; this is ' + process.versions.node + '\n');
  process.exit(1);
}
