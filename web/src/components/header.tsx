import { createContext, type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

/** Screen name that the header shows: the heading is then for screen readers only. */
export const HeaderName = createContext<string | undefined>(undefined);

/** Id of the header's right side. */
export const TOOLS_ID = 'header-tools';

/** Renders page actions at the right of the header. The server renders none. */
export function InHeader({ children }: { children: ReactNode }) {
  // A header that appears with this page is found once both are in the document.
  const tools = useSyncExternalStore(
    () => () => {},
    () => document.getElementById(TOOLS_ID),
    () => null,
  );
  return tools && createPortal(children, tools);
}
