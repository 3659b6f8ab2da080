import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

interface HeaderState {
  /** The screen's name where the header shows it: its heading is then for screen readers alone. */
  name?: string | undefined;
  /** The header's right side, once it is drawn. */
  tools: HTMLElement | null;
}

export const Header = createContext<HeaderState>({ tools: null });

/** Shows what can be done about the page at the right of the header. The server draws none of it. */
export function InHeader({ children }: { children: ReactNode }) {
  const { tools } = use(Header);
  return tools && createPortal(children, tools);
}
