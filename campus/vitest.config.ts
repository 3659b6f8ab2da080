import { defineConfig } from 'vitest/config';

/** Runs this package's tests alone: `npx vitest run --root campus`. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'] } });
