/** Maximum buildings that a student may pin to home [EV-01]. */
export const PINS_MAX = 5;
