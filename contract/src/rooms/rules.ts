/** So many students who stood before a locked door hide the room for the day. */
export const LOCKED_HIDES = 2;
/** So many voices in {@link LOCKED_DAYS} days are a line of the audit log: somebody has to look at the room. */
export const LOCKED_TELLS = 5;
/** For so many days a student's voice about a locked door is kept. */
export const LOCKED_DAYS = 7;
/** A term, and a holiday, has so many days at most: one that is longer has a mistake in its year. */
export const TERM_DAYS_MAX = 200;
/** So many rooms at most: every phone reads all of them. */
export const ROOMS_MAX = 1_000;
/** So many rows of a timetable at most: thirty classes a week in each of 600 rooms. */
export const TIMETABLE_ROWS_MAX = 20_000;
