export type { World, WorldPost } from './model.ts';
export { DEMO_SIZE, makeDemoWorld } from './demo-world.ts';
export { makeBenchWorld } from './bench-world.ts';
