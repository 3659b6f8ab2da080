/** Number of students whose reports of a locked door hide the room for the day. */
export const LOCKED_HIDES = 2;
/** Number of reports in {@link LOCKED_DAYS} days that adds an audit entry: an operator must check the room. */
export const LOCKED_REPORTS = 5;
/** Days until a student's report of a locked door is deleted. */
export const LOCKED_DAYS = 7;
/** Maximum days of a term or holiday; a longer one has a mistake in its year. */
export const TERM_DAYS_MAX = 200;
/** Maximum rooms, as every client loads all of them. */
export const ROOMS_MAX = 1_000;
/** Maximum rows of a timetable: thirty classes a week in each of 600 rooms. */
export const TIMETABLE_ROWS_MAX = 20_000;
