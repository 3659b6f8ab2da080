export { findBoard, upsertBoards, type BoardRow } from './campus.queries.ts';
export { registerCampus } from './campus.routes.ts';
