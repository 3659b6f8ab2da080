/** Where login and consent lead back to: the address with what its entry in the history held. */
interface WayBack {
  to: string;
  state: unknown;
}

/** The history state of a screen that comes in between. */
export function leadBack(to: string, state: unknown): { back: WayBack } {
  return { back: { to, state } };
}

export function readBack(state: unknown): WayBack | undefined {
  return (state as { back?: WayBack } | null)?.back;
}
