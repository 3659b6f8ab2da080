export { registerOwnCases } from './own-cases.routes.ts';
export { registerReports } from './reports.routes.ts';
