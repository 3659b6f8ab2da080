/** Names the user for whom a write is sent. The server refuses it in another user's session. */
export const USER_HEADER = 'Madang-User';
/** Its value where the sender shows no user. */
export const NO_USER = 'none';
/** The field that names the user in a form sent without the app, and the id of such a form. */
export const USER_FIELD = 'user';
export const USER_FORM = 'as-user';
