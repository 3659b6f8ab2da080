/** Header with the author of a write. The server rejects it in another user's session. */
export const USER_HEADER = 'Madang-User';
/** Its value if the sender shows no user. */
export const NO_USER = 'none';
/** Field with the user in a form sent without JavaScript, and the form's id. */
export const USER_FIELD = 'user';
export const USER_FORM = 'as-user';
