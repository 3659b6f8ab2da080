/** Header with the user for whom a write is sent. The server rejects it in another user's session. */
export const USER_HEADER = 'Madang-User';
/** Its value if the sender shows no user. */
export const NO_USER = 'none';
/** Field with the user in a form sent without JavaScript, and the id of such a form. */
export const USER_FIELD = 'user';
export const USER_FORM = 'as-user';
