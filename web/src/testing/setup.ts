import { configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { closeApp, watchApp } from './open-app.tsx';

// The first screen of a file waits for its module, longer on a busy machine.
configure({
  asyncUtilTimeout: 20_000,
  // The visible text is clearer than the whole markup.
  getElementError: (message, container) =>
    new Error(
      `${message?.split('\n', 1)[0]}\nAt ${location.pathname} ${JSON.stringify(history.state)} there is: ${container.textContent}`,
    ),
});

// Stubs for happy-dom: everything is in view, nothing moves, tabs are isolated.
navigator.sendBeacon = () => true;
// For timers of a closed app.
globalThis.fetch = () => Promise.reject(new TypeError('No server answers between two tests.'));
window.scrollTo = () => {};
document.elementsFromPoint = () => [];

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

/** A stream without events. */
class QuietStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;
  close(): void {}
}

/** Node's channels would reach other test threads. */
class OwnTab extends EventTarget {
  postMessage(): void {}
  close(): void {}
}
Object.assign(globalThis, { BroadcastChannel: OwnTab, EventSource: QuietStream });

beforeEach(watchApp);
afterEach(closeApp);
