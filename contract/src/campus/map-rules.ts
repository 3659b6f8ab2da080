/** What a map is drawn of beside buildings: areas, lines, and points with a mark. */
export const MAP_AREAS = ['green'] as const;
export const MAP_LINES = ['road', 'path', 'steps', 'slope'] as const;
export const MAP_POINTS = ['gate', 'lift', 'place'] as const;

/** How wide the drawing is at the smallest zoom, in rem. */
export const MAP_WIDTH = 36;
/** The zooms of the buttons. In between there are all others; a label is shown from one of these on. */
export const MAP_ZOOMS = [1, 1.35, 2, 3, 4.5] as const;
/** The place among them that the map opens with. */
export const MAP_START = 1;
/** The letters of a label, and from one line to the next, in rem at every zoom. */
export const LABEL_SIZE = 0.8125;
export const LABEL_LINE = 0.9375;
