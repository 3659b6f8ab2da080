import { expect, it } from 'vitest';
import * as layout from '../lib/page.ts';

it('[CO-01] layout constants, delays and colours', () => {
  expect(layout).toMatchObject({
    PAGE_MAX_WIDTH: 420,
    BAR_HEIGHT: 70,
    LIKE_PILL_WIDTH: 100,
    BODY_INPUT_HEIGHT: 300,
    TOAST_DELAY: 5000,
    CAROUSEL_PERIOD: 2000,
    CAROUSEL_SLIDE: 300,
    COLOURS: { accent: '#FF445E', lightGrey: '#ECEDF0', grey: '#808080', paleGrey: '#C2C2C2' },
  });
});
