export { ownPins, readPins, registerPins } from './pins.ts';
