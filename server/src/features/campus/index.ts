export {
  deleteBuilding,
  findBoard,
  insertBuilding,
  listBuildings,
  lockBuilding,
  updateBuilding,
  upsertBoards,
} from './campus.queries.ts';
export { registerCampus } from './campus.routes.ts';
