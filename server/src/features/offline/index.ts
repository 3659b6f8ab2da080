export { registerOffline } from './offline.ts';
