import { configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { closeApp, watchApp } from './open-app.tsx';

// The first screen of a file waits for its module; a busy machine takes its time.
configure({
  asyncUtilTimeout: 20_000,
  // The words that stand there say more than the whole of the markup.
  getElementError: (message, container) =>
    new Error(
      `${message?.split('\n', 1)[0]}\nAt ${location.pathname} ${JSON.stringify(history.state)} there is: ${container.textContent}`,
    ),
});

// What the pretended browser lacks, or would do to the machine: everything is in view at once, nothing moves, no tab hears.
navigator.sendBeacon = () => true;
// For timers of an app that a test has closed.
globalThis.fetch = () => Promise.reject(new TypeError('No server answers between two tests.'));
window.scrollTo = () => {};

class InView implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #see: IntersectionObserverCallback;
  constructor(see: IntersectionObserverCallback) {
    this.#see = see;
  }
  observe(target: Element): void {
    const seen = {
      isIntersecting: true,
      target,
      intersectionRatio: 1,
    } as unknown as IntersectionObserverEntry;
    setTimeout(() => this.#see([seen], this));
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
globalThis.IntersectionObserver = InView;

/** A stream on which nothing comes. */
class QuietStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;
  close(): void {}
}

/** The channels of Node reach into the other threads, where other tests run. */
class OwnTab extends EventTarget {
  postMessage(): void {}
  close(): void {}
}
Object.assign(globalThis, { BroadcastChannel: OwnTab, EventSource: QuietStream });

beforeEach(watchApp);
afterEach(closeApp);
