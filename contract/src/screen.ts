import type { Edition } from './campus/rules.ts';

/** A screen of the app. */
export interface Screen {
  /** Path pattern; each `:name` matches one segment. Views are counted by pattern, not by address. */
  path: `/${string}`;
  /** Module of the component's file: see {@link screenFile}. */
  module: string;
  /** Audience; users if absent. Others are redirected to the login or home. */
  audience?: 'visitor' | 'everybody';
  /**
   * Header for a user [FR-01 to FR-08]; the logo if absent, with the inbox link for `bell`. A visitor always sees the
   * logo. In the official edition it shows a post's board and a screen's name.
   */
  header?: 'hidden' | 'title' | 'building' | 'keyword' | 'bell';
  /** The list that the header's title links to. */
  titleTo?: string;
  /** Footer for a user: tab bar, floating write button, or none. */
  footer?: 'tabs' | 'write';
  /** Write button of the official edition if different: asks for the board first, or none. */
  penOfficially?: 'picker' | 'none';
  /** Target of the back arrow without history, with `:names` from the address; null hides the arrow. */
  parent: string | null;
  /**
   * API calls on opening; the page includes their answers. `:name` is from the address, `{name}` from the query.
   * `{name:one|other}` uses the first if the query has neither.
   */
  asks?: readonly `/api/${string}`[];
  /**
   * Other query parameters that it reads before hydration; further ones do not change the server-rendered page. For an
   * `own` screen: the visitor's page.
   */
  reads?: readonly string[];
  /** Additional API calls in the official edition. */
  asksOfficially?: readonly `/api/${string}`[];
  /** True for private screens: the server renders the frame, the browser the rest. */
  own?: true;
  /** True for a form that is empty for other users: its address is not shared. */
  form?: true;
  /** Edition that has it; an unknown address in the other. Absent: both. */
  edition?: Edition;
}
