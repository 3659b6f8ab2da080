export { findPlaces } from './find-places.ts';
export { registerPlacesNow } from './places-now.routes.ts';
