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
export { ownPins, readPins, registerPins } from './pins.ts';
export { registerCampus } from './routes.ts';
