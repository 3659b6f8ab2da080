import type { Feature } from '@madang/contract/campus/rules';
import { findScreen, type PathParams, type ScreenRow } from '@madang/contract/screens';
import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { useCampus } from '../parts/campus/campus-context.ts';
import { Unreached } from '../parts/campus/failure.tsx';
import { useSession } from '../parts/session/session.ts';
import { readBack } from '../parts/session/way-back.ts';
import { lookForServer } from '../platform/online.ts';
import { Navigate, ParamsContext, useLocation } from '../router/router.tsx';
import { UserOnly, VisitorOnly } from './guards.tsx';
import { SeenScreen } from './seen-screen.tsx';
import { readWhenReached } from './when-reached.ts';

type Read = () => Promise<{ default: ComponentType }>;

/** The modules of the screens, each fetched when it is first shown. Home comes with the start. */
const modules = import.meta.glob<{ default: ComponentType }>(['./*/*-screen.tsx', '!./home/*'], {
  base: '../features',
});
const components = Object.fromEntries(Object.entries(modules).map(([file, read]) => [file, load(read)]));

const guards = { everybody: Fragment, visitor: VisitorOnly };

/** Asks for the script of an address's screen at once, not after the answers that the start waits for. */
export function fetchScreen(pathname: string): void {
  const found = findScreen(pathname);
  // A failure shows when the screen is to be shown: the module is then asked for again.
  if (found) modules[fileOf(found.screen)]?.().catch(() => {});
}

/** The screen of the address. A guard stands around all screens of its audience, so it stays from one to the next. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const { features } = useCampus();
  const { params, page } = useMemo(() => findPage(pathname, features), [pathname, features]);
  return <ParamsContext value={params}>{page}</ParamsContext>;
}

function findPage(pathname: string, features: readonly Feature[]): { params: PathParams; page: ReactNode } {
  const { screen, params } = findScreen(pathname, features) ?? { params: {} };
  if (screen?.path === '/') return { params, page: <Start /> };
  // Visitors are sent to the login from unknown addresses too.
  const Guard = screen?.audience ? guards[screen.audience] : UserOnly;
  return { params, page: <Guard>{screen ? <Seen {...screen} /> : <Navigate to="/" replace />}</Guard> };
}

/** `/` is home for users and the login for visitors; who was led here from a page goes back to it. */
function Start() {
  const { user } = useSession();
  const back = readBack(useLocation().state);
  if (user === null) return <Seen path="/login" module="accounts/login" />;
  if (back) return <Navigate {...back} replace />;
  return (
    <SeenScreen name="/">
      <UserOnly>
        <HomeScreen />
      </UserOnly>
    </SeenScreen>
  );
}

function Seen(screen: Pick<ScreenRow, 'path' | 'module'>) {
  const Component = components[fileOf(screen)];
  return <SeenScreen name={screen.path}>{Component && <Component />}</SeenScreen>;
}

function fileOf({ module }: Pick<ScreenRow, 'module'>): string {
  return `./${module}-screen.tsx`;
}

/**
 * The screen of one module. Without a network it says so until the module can be fetched. It fails only while the
 * server answers: a script of an older deploy is gone from there.
 */
function load(read: Read): ComponentType {
  return lazy(async () => {
    try {
      return await read();
    } catch (error) {
      if (await lookForServer()) throw error;
      const Later = load(() => readWhenReached(read));
      return {
        default: () => (
          <Suspense fallback={<Unreached onRetry={() => void lookForServer()} />}>
            <Later />
          </Suspense>
        ),
      };
    }
  });
}
