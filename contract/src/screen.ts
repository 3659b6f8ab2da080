import type { Edition } from './campus/rules.ts';

/** One screen of the app. */
export interface Screen {
  /** Its address; `:names` stand for one segment each. Views are counted under it, so nobody's reading can be told. */
  path: `/${string}`;
  /** Names its component's file: see {@link screenFile}. */
  module: string;
  /** Who is shown it: users, where nothing is said. Anyone else who comes is led to the login, or home. */
  audience?: 'visitor' | 'everybody';
  /**
   * What the header shows a user [FR-01 to FR-08]; the logo where nothing is said, with the way to the inbox beside it at
   * `bell`. A visitor always sees the logo. In the official edition a post's shows its board, and a screen's its name.
   */
  header?: 'hidden' | 'title' | 'building' | 'keyword' | 'bell';
  /** The list that the header's title leads to. */
  titleTo?: string;
  /** What stands below it for a user: the tab bar, the floating write button, or nothing. */
  footer?: 'tabs' | 'write';
  /** The write button of the official edition where it is another: it asks for the board first, or there is none. */
  penOfficially?: 'picker' | 'none';
  /** Where the back arrow leads when there is no page of the app to go back to, its `:names` from the address; null is no arrow. */
  parent: string | null;
  /**
   * What it asks the API as soon as it is shown, whatever comes of it: the page brings these answers along. `:name` comes
   * from its address, `{name}` from the query, and `{name:one|other}`, the first where the query names none of them.
   */
  asks?: readonly `/api/${string}`[];
  /**
   * The names of the query that it reads beside those, before it takes over from the server's drawing: what stands there under
   * other names changes nothing of that. Of a screen of the viewer's `own`, what a visitor is shown.
   */
  reads?: readonly string[];
  /** What it asks beside in the official edition. */
  asksOfficially?: readonly `/api/${string}`[];
  /** It shows what belongs to the viewer alone: the server draws its frame, the browser the rest. */
  own?: true;
  /** It is a form that is empty for anyone else: its address is not shared. */
  form?: true;
  /** The edition that has it; in the other it is an unknown address. Nothing: both. */
  edition?: Edition;
}
