import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { copy } from '../copy.ko.ts';
import { forgetDrawn } from '../lib/given-answers.ts';
import { type Address, Router, useLocation } from '../lib/router.tsx';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { ToastViewport } from '../components/toast.tsx';
import { Crash } from './crash.tsx';
import { resumeEarly } from './early.ts';
import { Frame } from './frame.tsx';
import { Loading } from './loading.tsx';
import { AppRoutes } from './routes.tsx';
import { ScrollKeeper } from './scroll-keeper.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { StartGate } from './start-gate.tsx';

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
    resumeEarly();
  }, []);
  return null;
}
