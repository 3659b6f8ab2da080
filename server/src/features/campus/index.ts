export { findBoard, upsertBoards } from './campus.queries.ts';
export { registerCampus } from './campus.routes.ts';
