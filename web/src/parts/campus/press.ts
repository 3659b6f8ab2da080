import { isRefusal } from '../../platform/api.ts';
import { showToast, type ToastMessage, toasts } from '../../ui/toast-store.ts';
import { describeError } from './problem-text.ts';

/** A button that shows its state at once and sends it after: a like, a bookmark, a setting. */
interface Pressed<State> {
  /** Names what is pressed, all over the app. */
  key: string;
  /** The state that is shown; undefined where it is unknown which way a press goes, and `load` failed. */
  read: () => State | undefined;
  /** Asks for the state where none is known yet. */
  load?: () => Promise<unknown>;
  next: (shown: State) => State;
  show: (state: State) => void;
  /** Answers what the server has then. */
  send: (wish: State) => Promise<State>;
  /** What is said where it fails. A limit always says when to try again. */
  failed: string | ((error: unknown) => string);
  /** When the last wish is sent, or its failure shown. */
  onEnd?: () => void;
}

/** What the last press of each button wants, until it is sent; null while that is under way. */
const wishes = new Map<string, { wish: unknown }>();
/** What was said of a failure, until the button succeeds. */
const told = new Map<string, ToastMessage | undefined>();

/**
 * Shows what the press wants at once and sends it. While a call is under way further presses only change what is sent
 * next, so the last press wins; at the end stands what the server confirmed, or on failure what it had before.
 */
export async function press<State>(pressed: Pressed<State>): Promise<void> {
  const { key, read, load, next, show, failed } = pressed;
  try {
    if (read() === undefined) await load?.();
    // Read from the cache, not from a rendering: two quick presses must see each other.
    const before = read();
    if (before === undefined) throw new Error(`${key} is not known`);
    const wish = next(before);
    show(wish);
    const sending = wishes.get(key);
    if (sending) sending.wish = wish;
    else await sendWishes(pressed, before, wish);
  } catch (error) {
    if (isRefusal(error, 'session.required')) return;
    if (typeof failed === 'function') showToast(failed(error));
    else showToast(isRefusal(error, 'limit.reached') ? describeError(error) : failed);
    told.set(key, toasts.read());
  }
}

async function sendWishes<State>(
  { key, show, send, onEnd }: Pressed<State>,
  before: State,
  wish: State,
): Promise<void> {
  const sending: { wish: unknown } = { wish };
  wishes.set(key, sending);
  let confirmed = before;
  try {
    while (sending.wish !== undefined) {
      const next = sending.wish as State;
      sending.wish = undefined;
      confirmed = await send(next);
    }
    toasts.takeBack(told.get(key));
  } finally {
    wishes.delete(key);
    show(confirmed);
    onEnd?.();
  }
}
