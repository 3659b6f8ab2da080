/** Constants of the specification, repeated as custom properties in `tokens.css`; a browser test measures those [CO-02]. */
export const PAGE_MAX_WIDTH = 420;
export const BAR_HEIGHT = 70;
export const LIKE_PILL_WIDTH = 100;
export const BODY_INPUT_HEIGHT = 300;

/** Milliseconds. */
export const TOAST_DELAY = 5_000;
/** Time from the start of one slide to the start of the next. */
export const CAROUSEL_PERIOD = 2_000;
export const CAROUSEL_SLIDE = 300;

export const COLOURS = {
  accent: '#FF445E',
  lightGrey: '#ECEDF0',
  grey: '#808080',
  paleGrey: '#C2C2C2',
} as const;
