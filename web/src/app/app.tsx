import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { copy } from '../copy.ko.ts';
import { forgetDrawn } from '../platform/given-answers.ts';
import { type Address, Router, useLocation } from '../router/router.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ToastViewport } from '../ui/toast.tsx';
import { Crash } from './crash.tsx';
import { resumeEarly } from './early.ts';
import { Frame } from './frame.tsx';
import { Loading } from './loading.tsx';
import { AppRoutes } from './routes.tsx';
import { ScrollKeeper } from './scroll-keeper.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { StartGate } from './start-gate.tsx';

/** @param drawn the address of the page, where the server drew it. */
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

/** A screen that fails keeps its frame, and the next navigation gets a fresh start. */
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

/** The screen is taken over when this is: it stands behind the same boundary. */
function TakeOver() {
  useEffect(() => {
    forgetDrawn();
    resumeEarly();
  }, []);
  return null;
}
