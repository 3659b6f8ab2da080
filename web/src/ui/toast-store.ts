import { TOAST_DELAY } from './layout.ts';

/** What can still be done about what a message says. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface ToastMessage {
  id: number;
  text: string;
  action: ToastAction | undefined;
  /** True if it tells why something was not sent. */
  failure?: true;
}

/** One message at a time. Timers live here, so a toast that moves into a dialog keeps its time. */
export function createToastStore(delay: number = TOAST_DELAY) {
  let message: ToastMessage | undefined;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startedAt = 0;
  let remaining = delay;
  let running = false;
  const listeners = new Set<() => void>();

  function set(next: ToastMessage | undefined): void {
    clearTimeout(timer);
    running = false;
    message = next;
    for (const listener of listeners) listener();
  }

  function run(): void {
    clearTimeout(timer);
    running = true;
    startedAt = Date.now();
    timer = setTimeout(() => set(undefined), remaining);
  }

  return {
    show(text: string, action?: ToastAction, duration = delay): void {
      lastId += 1;
      remaining = duration;
      set({ id: lastId, text, action });
      run();
    },
    dismiss: () => set(undefined),
    /** Marks the message that is shown as one of a failure, and returns it. */
    markFailure: () => message && Object.assign(message, { failure: true as const }),
    /** Dismisses the message of a failure: something is typed, so it is being solved. */
    solve(): void {
      if (message?.failure) set(undefined);
    },
    /** Dismisses that message, if it still stands there. */
    takeBack: (told: ToastMessage | undefined) => void (message === told && set(undefined)),
    /** Hover and focus may both ask for it. */
    pause(): void {
      if (!running) return;
      running = false;
      clearTimeout(timer);
      remaining = Math.max(0, remaining - (Date.now() - startedAt));
    },
    resume: () => void (message && !running && run()),
    read: () => message,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const toasts = createToastStore();

/** Puts a message where it covers nothing that it speaks of, once that is known; it comes after the start (`toast-place.ts`). */
export const placing: { clear?: (toast: HTMLElement) => void } = {};

/** Tells the user something, on whatever screen; `duration` in milliseconds where it is not the usual one. */
export function showToast(text: string, action?: ToastAction, duration?: number): void {
  toasts.show(text, action, duration);
}
