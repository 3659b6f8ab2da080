export { registerDevice } from './device.routes.ts';
