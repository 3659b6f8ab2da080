/** Kinds of map shapes: areas, lines, and points with a symbol. */
export const MAP_AREAS = ['green'] as const;
export const MAP_LINES = ['road', 'path', 'steps', 'slope'] as const;
export const MAP_POINTS = ['gate', 'lift', 'place'] as const;

/** Width of the map at the smallest zoom, in rem. */
export const MAP_WIDTH = 36;
/** Zooms of the buttons; each label is shown from one of them. */
export const MAP_ZOOMS = [1, 1.35, 2, 3, 4.5] as const;
/** Index of the initial zoom. */
export const MAP_START = 1;
/** Font size and line height of labels, in rem. */
export const LABEL_SIZE = 0.8125;
export const LABEL_LINE = 0.9375;
