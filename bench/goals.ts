/** Goals for the largest contentful paint of pages, in milliseconds. */
export const LARGEST_PAINT_GOALS: Record<string, number> = {
  login: 900,
  home: 1_200,
  'building list': 1_200,
  building: 1_200,
  post: 1_200,
  write: 1_200,
};
