/** Number of reporting students that hides a locked room for the day. */
export const LOCKED_HIDES = 2;
/** Reports in {@link LOCKED_DAYS} days that add an audit entry: an operator must check. */
export const LOCKED_REPORTS = 5;
/** Days until a student's report of a locked door is deleted. */
export const LOCKED_DAYS = 7;
/** Maximum days of a term; longer means a wrong year. */
export const TERM_DAYS_MAX = 200;
/** Maximum rooms, as every client loads all of them. */
export const ROOMS_MAX = 1_000;
/** Maximum rows: thirty classes a week in 600 rooms. */
export const TIMETABLE_ROWS_MAX = 20_000;
