export { ownPins } from './pins.own.ts';
export { readPins } from './pins.present.ts';
export { registerPins } from './pins.routes.ts';
