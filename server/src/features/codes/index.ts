export { hangs, insertCode, listCodes, replaceCode, type CodeRow } from './codes.queries.ts';
export { makeCode } from './make-code.ts';
export { printSigns, SIGNS_POLICY } from './print-signs.ts';
export { registerCodes } from './codes.routes.ts';
