export {
  type BoardRow,
  type BuildingTexts,
  deleteBuilding,
  findBoard,
  type GivenTexts,
  importBuildings,
  insertBuilding,
  listBoards,
  listBuildings,
  listMissingBoards,
  lockBuilding,
  readBuildingTexts,
  readNicknames,
  updateBuilding,
  upsertBoards,
} from './campus.ts';
export { drawMap, presentMap } from './pack.ts';
export { registerCampus } from './routes.ts';
