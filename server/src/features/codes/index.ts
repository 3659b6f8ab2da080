export {
  type CodeRow,
  hangs,
  insertCode,
  listCodes,
  makeCode,
  printSigns,
  registerCodes,
  replaceCode,
  SIGNS_POLICY,
} from './codes.ts';
