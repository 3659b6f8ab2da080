export { registerSearch } from './search.routes.ts';
