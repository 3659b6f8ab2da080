export { eventImageKey, registerBulletin } from './bulletin.routes.ts';
export { importEvents, importNotices } from './bulletin.import.ts';
export { listIllustrated } from './bulletin.queries.ts';
