import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '../components/button.tsx';
import { StateMessage } from '../components/states.tsx';
import { ToastViewport } from '../components/toast.tsx';
import { copy } from '../copy.ko.ts';
import { forgetDrawn } from '../lib/api.ts';
import { noteHydrating } from '../lib/page.ts';
import { type Address, NOT_READ, Router, useLocation } from '../lib/router.tsx';
import { isKnownPlace, keepPlaces, rememberScroll, restoreScroll } from '../lib/scroll-memory.ts';
import { Frame } from './frame.tsx';
import { AppRoutes, Loading } from './routes.tsx';
import { SessionKeeper, StartGate } from './start-gate.tsx';

/** @param drawn address of a server-rendered page. */
export function App({ client, drawn }: { client: QueryClient; drawn?: Address }) {
  return (
    <ErrorBoundary fallback={<Crash />}>
      <QueryClientProvider client={client}>
        <Router drawn={drawn}>
          <StartGate>
            <SessionKeeper />
            <ScrollKeeper />
            <Frame>
              <Page />
            </Frame>
          </StartGate>
        </Router>
        <ToastViewport dismissLabel={copy['action.dismiss']} />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** Renders a screen. A failed one keeps its frame, and the next navigation resets it. */
function Page() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname} fallback={<Crash />}>
      <Suspense fallback={<Loading />}>
        <AppRoutes />
        <TakeOver />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Ends hydration. It is inside the screen's boundary, so both hydrate together. */
function TakeOver() {
  useEffect(() => {
    forgetDrawn();
    noteHydrating(false);
    resumeEarly();
  }, []);
  return null;
}

/** Renders a crash, also of an older deploy's missing script: a reload gets the new one. */
function Crash() {
  return (
    <StateMessage picture="failed" text={copy['state.crashed']} role="alert">
      <Button look="plain" onClick={() => window.location.reload()}>
        {copy['action.reload']}
      </Button>
    </StateMessage>
  );
}

/** Events before the app ran, recorded by the page (index.html). */
interface Early {
  /** Field in which a syllable is being composed. */
  composing?: Element;
  /** Button pressed last, or link that needs the app (`data-app`). */
  pressed?: HTMLElement | null;
  /** Submitted form that waits for the app. */
  sent?: HTMLFormElement;
  stop: () => void;
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** Maximum time to compose one syllable, in milliseconds. */
const COMPOSED_WITHIN = 5_000;

/** Waits until no syllable is being composed: hydrating its field would lose it. */
export async function waitForComposition(): Promise<void> {
  if (!window.early?.composing) return;
  await new Promise<void>((resolve) => {
    document.addEventListener('compositionend', () => resolve(), { once: true });
    setTimeout(resolve, COMPOSED_WITHIN);
  });
}

/** Replays earlier presses and submits after hydration. */
function resumeEarly(): void {
  const { early } = window;
  early?.stop();
  early?.pressed?.click();
  early?.sent?.requestSubmit();
  delete window.early;
}

/** Opens a new page at its top, and a known one where it was left. A page that the browser loads stays where it is. */
function ScrollKeeper() {
  const { key, pathname } = useLocation();
  const shownPath = useRef<string>(undefined);

  useEffect(keepPlaces, []);

  useLayoutEffect(() => {
    if (key === NOT_READ) return;
    const remember = (): void => rememberScroll(key, window.scrollY);
    // A sheet or a tab is an entry of the same page: no scrolling. Before the app started, the user may have scrolled.
    const stays = shownPath.current === undefined ? !isKnownPlace(key) : shownPath.current === pathname;
    const stop = stays ? remember() : restoreScroll(key);
    shownPath.current = pathname;
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      stop?.();
      window.removeEventListener('scroll', remember);
    };
  }, [key, pathname]);

  return null;
}

interface ErrorBoundaryProps {
  /** A new value renders the content again. */
  resetKey?: string;
  fallback: ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: boolean;
  resetKey: string | undefined;
}

/** Shows a fallback if a screen throws, so that the rest of the app survives. */
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown): void {
    globalThis.fault?.(error);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
