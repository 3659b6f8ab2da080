#!/usr/bin/env node
// The operator command of a built server, e.g. `node server/bin/operator.mjs --help`.
import { requireNode } from './require-node.mjs';

requireNode();
void import('../dist/operator.js');
