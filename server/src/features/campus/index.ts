export { importBuildings } from './campus.import.ts';
export {
  deleteBuilding,
  findBoard,
  insertBuilding,
  listBoards,
  listBuildings,
  listMissingBoards,
  lockBuilding,
  updateBuilding,
  upsertBoards,
  type BoardRow,
} from './campus.queries.ts';
export { registerCampus } from './campus.routes.ts';
