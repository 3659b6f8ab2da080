/** Return target of login and consent: the address and the state of its history entry. */
interface WayBack {
  to: string;
  state: unknown;
}

/** Returns the history state for a screen in between. */
export function leadBack(to: string, state: unknown): { back: WayBack } {
  return { back: { to, state } };
}

export function readBack(state: unknown): WayBack | undefined {
  return (state as { back?: WayBack } | null)?.back;
}
