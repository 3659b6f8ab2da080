export { registerDevice } from './device.ts';
