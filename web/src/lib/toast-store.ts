import { TOAST_DELAY } from './page.ts';

interface ToastAction {
  label: string;
  run: () => void;
}

export interface ToastMessage {
  id: number;
  text: string;
  action: ToastAction | undefined;
  /** True if it explains why a write was not sent. */
  failure?: true;
}

/** Creates a store of one message and its timer, which continues across dialogs. */
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
    /** Marks the current message as a failure, and returns it. */
    markFailure: () => message && Object.assign(message, { failure: true as const }),
    /** Dismisses a failure message when the user types. */
    solve(): void {
      if (message?.failure) set(undefined);
    },
    /** Dismisses that message if it is still shown. */
    takeBack: (told: ToastMessage | undefined) => void (message === told && set(undefined)),
    /** Pauses the timer; hover and focus may both call it. */
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

/** Shows a message on any screen; `duration` in milliseconds overrides the default. */
export function showToast(text: string, action?: ToastAction, duration?: number): void {
  toasts.show(text, action, duration);
}
