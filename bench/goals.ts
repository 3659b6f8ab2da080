/** Maximum largest contentful paint of a page in milliseconds. */
export const LARGEST_PAINT_GOAL = 1_000;
