/** Milliseconds until the largest thing of a page is painted, where one was wanted. */
export const LARGEST_PAINT_GOALS: Record<string, number> = { home: 1_800, login: 1_600 };

/** Milliseconds that 95 of 100 answers of a stampede may take. */
export const STAMPEDE_GOAL = 200;
