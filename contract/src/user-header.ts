/** Header with a write's author; the server rejects it in another session. */
export const USER_HEADER = 'Madang-User';
/** Its value if the sender shows no user. */
export const NO_USER = 'none';
export const USER_FIELD = 'user';
export const USER_FORM = 'as-user';
