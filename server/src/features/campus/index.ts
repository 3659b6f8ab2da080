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
  type BuildingTexts,
} from './campus.queries.ts';
export { readBuildingTexts, type GivenTexts } from './building-texts.ts';
export { drawMap } from './draw-map.ts';
export { presentMap } from './pack.present.ts';
export { readNicknames } from './campus.present.ts';
export { registerCampus } from './campus.routes.ts';
