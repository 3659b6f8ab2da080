export {
  type BoardRow,
  type BuildingTexts,
  deleteBuilding,
  findBoard,
  type GivenTexts,
  findOtherUniversity,
  importBuildings,
  insertBuilding,
  listBoards,
  listBuildings,
  listMissingBoards,
  lockBuilding,
  readBuildingTexts,
  readNicknames,
  updateBuilding,
  noteUniversity,
  openedAt,
  upsertBoards,
} from './campus.ts';
export { ownPins, readPins, registerPins } from './pins.ts';
export { registerCampus } from './routes.ts';
