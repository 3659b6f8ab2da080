export { findPlaces, registerPlacesNow } from './places-now.ts';
