export { importBuildings } from './campus.import.ts';
export { findBoard, listBoards, upsertBoards, type BoardRow } from './campus.queries.ts';
export { registerCampus } from './campus.routes.ts';
