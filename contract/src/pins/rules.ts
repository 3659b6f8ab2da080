/** How many buildings a student pins to home [EV-01]. */
export const PINS_MAX = 5;
