export { registerOperate } from './operate.routes.ts';
