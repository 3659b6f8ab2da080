export {
  deleteBuilding,
  findBoard,
  insertBuilding,
  listBuildings,
  lockBuilding,
  updateBuilding,
  upsertBoards,
  type BuildingTexts,
} from './campus.queries.ts';
export { registerCampus } from './campus.routes.ts';
