/** The festival's scope in `post_keywords`, beside the building categories. */
export const FESTIVAL_SCOPE = 'festival';

/** The keyword that every festival post stands under: any of the two. */
export const ANY_KEYWORD = '';
