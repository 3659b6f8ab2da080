import type { Edition } from './campus/rules.ts';

/** Private answers that a page may include. */
export type OwnCall = '/api/notifications';

export interface Screen {
  /** Path pattern; `:name` matches one segment. Views are counted by pattern. */
  path: `/${string}`;
  /** Module of the component's file: see {@link screenFile}. */
  module: string;
  /** Audience; users if absent. Others are redirected to the login or home. */
  audience?: 'visitor' | 'everybody';
  /**
   * Header for a user [FR-01 to FR-08]; default the logo, `bell` with the inbox link. Visitors see the logo. Official
   * edition: with board or screen name.
   */
  header?: 'hidden' | 'title' | 'building' | 'keyword' | 'bell';
  /** The list that the header's title links to. */
  titleTo?: string;
  /** Footer for a user: tab bar, floating write button, or none. */
  footer?: 'tabs' | 'write';
  /** Write button of the official edition: asks for the board, or none. */
  penOfficially?: 'picker' | 'none';
  /** Target of the back arrow without history (`:names` from the address); null hides it. */
  parent: string | null;
  /** API calls of the page. `:name` is from the address, `{name}` and `{name:default|other}` from the query. */
  asks?: readonly `/api/${string}`[];
  /** Other query parameters that change the server-rendered page; the visitor's page for an `own` screen. */
  reads?: readonly string[];
  /** Additional API calls in the official edition. */
  asksOfficially?: readonly `/api/${string}`[];
  /** Private screens: the server renders only the frame, or with `drawn` the whole screen for its viewer alone. */
  own?: true | 'drawn';
  /** Private API call of a `drawn` screen. */
  asksOwn?: OwnCall;
  /** True for a form, empty for other users: not shared. */
  form?: true;
  /** Edition that has it. Absent: both. */
  edition?: Edition;
}
