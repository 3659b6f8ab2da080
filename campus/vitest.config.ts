import { defineConfig } from 'vitest/config';

/** Lets this package's tests run alone: `npx vitest run --root campus`. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'] } });
