#!/usr/bin/env node
// The operator command of a built server, e.g. `node server/bin/operator.mjs --help`.
await import('../dist/operator.js');
