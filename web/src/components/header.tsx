import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

interface HeaderState {
  /** Screen name if the header shows it: the heading is then for screen readers only. */
  name?: string | undefined;
  /** Right side of the header, once rendered. */
  tools: HTMLElement | null;
}

export const Header = createContext<HeaderState>({ tools: null });

/** Renders page actions at the right of the header. The server renders none. */
export function InHeader({ children }: { children: ReactNode }) {
  const { tools } = use(Header);
  return tools && createPortal(children, tools);
}
