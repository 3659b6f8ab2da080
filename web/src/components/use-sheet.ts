import { navigate, readEntry, useLocation } from '../lib/router.tsx';

export interface SheetControl {
  open: boolean;
  show: () => void;
  close: () => void;
}

/**
 * Keeps a sheet's open state in the history, for the back button. Links inside use `replace`, so back does not reopen it.
 */
export function useSheet(name: string): SheetControl {
  const location = useLocation();
  const state: unknown = location.state;
  const others = typeof state === 'object' && state !== null ? state : {};
  const open = names(state, name);
  return {
    open,
    // The second tap of a double tap comes before the sheet: add one entry only.
    show: () =>
      names(readEntry().state, name) ||
      navigate(`${location.pathname}${location.search}`, { state: { ...others, sheet: name } }),
    close: () => void (open && navigate(-1)),
  };
}

function names(state: unknown, sheet: string): boolean {
  return typeof state === 'object' && state !== null && 'sheet' in state && state.sheet === sheet;
}
