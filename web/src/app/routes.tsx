import type { Edition } from '@madang/contract/campus/rules';
import { findScreen, type PathParams, type ScreenRow } from '@madang/contract/screens';
import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { copy } from '../copy.ko.ts';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { useCampus } from '../features/campus/campus-context.ts';
import { Unreached } from '../features/campus/failure.tsx';
import { useSession } from '../features/session/session.ts';
import { readBack } from '../features/session/way-back.ts';
import { useHydrated } from '../lib/hydrated.ts';
import { lookForServer } from '../lib/online.ts';
import { Navigate, ParamsContext, useLocation } from '../lib/router.tsx';
import { UserOnly, VisitorOnly } from './guards.tsx';
import { Loading } from './loading.tsx';
import { SeenScreen } from './seen-screen.tsx';
import { readWhenReached } from './when-reached.ts';

type Read = () => Promise<{ default: ComponentType }>;

/** Modules of the screens, each loaded on first use; home is part of the start. */
const modules = import.meta.glob<{ default: ComponentType }>(['./*/*-screen.tsx', '!./home/*'], {
  base: '../features',
});
const components: Record<string, ComponentType> = Object.fromEntries(
  Object.entries(modules).map(([file, read]) => [file, load(read)]),
);

const LOGIN = { path: '/login', module: 'accounts/login' } as const;

const guards = { everybody: Fragment, visitor: VisitorOnly };

/** Returns the module of an address's screen in an edition; a redirected visitor's is the login. */
export function moduleAt(pathname: string, visitor: boolean, edition: Edition): string {
  const screen = findScreen(pathname, edition)?.screen;
  return (visitor && !screen?.audience ? LOGIN : (screen ?? LOGIN)).module;
}

/** Loads the module of an address's screen before the first rendering. */
export async function fetchScreen(...visit: Parameters<typeof moduleAt>): Promise<void> {
  try {
    await fetchModule(moduleAt(...visit));
  } catch {
    // Shows when the screen is to be shown: the module is then asked for again.
  }
}

export const fetchModule = (module: string): Promise<void> => fetchFile(fileOf({ module }));

export async function fetchAllScreens(): Promise<void> {
  await Promise.all(Object.keys(modules).map(fetchFile));
}

async function fetchFile(file: string): Promise<void> {
  const module = await modules[file]?.();
  // From here synchronous: hydration must not suspend.
  if (module) components[file] = module.default;
}

/** Renders the screen of the address; all screens of an audience share one mounted guard. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const { edition } = useCampus();
  const { params, page } = useMemo(() => findPage(pathname, edition), [pathname, edition]);
  return <ParamsContext value={params}>{page}</ParamsContext>;
}

function findPage(pathname: string, edition: Edition): { params: PathParams; page: ReactNode } {
  const { screen, params } = findScreen(pathname, edition) ?? { params: {} };
  if (screen?.path === '/') return { params, page: <Start /> };
  // Visitors go to the login from unknown addresses too.
  const Guard = screen?.audience ? guards[screen.audience] : UserOnly;
  return { params, page: <Guard>{screen ? <Seen {...screen} /> : <Navigate to="/" replace />}</Guard> };
}

/** Renders home for users, the login for visitors. Redirected users return to the first page. */
function Start() {
  const { user } = useSession();
  const back = readBack(useLocation().state);
  if (user === null) return <Seen {...LOGIN} />;
  if (back) return <Navigate {...back} replace />;
  return (
    <SeenScreen name="/">
      <UserOnly>
        <HomeScreen />
      </UserOnly>
    </SeenScreen>
  );
}

function Seen(screen: Pick<ScreenRow, 'path' | 'module' | 'own'>) {
  const hydrated = useHydrated();
  const { user } = useSession();
  const file = fileOf(screen);
  // Keep the component while shown: remounting loses focus and text.
  const Component = useMemo(() => components[file], [file]);
  if (screen.own && user && !hydrated) return <OwnFrame />;
  return <SeenScreen name={screen.path}>{Component && <Component />}</SeenScreen>;
}

/** Renders the server's placeholder of a personal screen; without scripts nothing follows. */
function OwnFrame() {
  return (
    <>
      <noscript>{import.meta.env.SSR ? copy['state.noscript'] : null}</noscript>
      <Loading />
    </>
  );
}

function fileOf({ module }: Pick<ScreenRow, 'module'>): string {
  return `./${module}-screen.tsx`;
}

/**
 * Returns the lazy screen of a module. Offline it shows a message; it fails only if the server lacks the script.
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
