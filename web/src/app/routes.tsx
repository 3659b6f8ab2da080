import type { Edition } from '@madang/contract/campus/rules';
import { findScreen, type PathParams, type ScreenRow } from '@madang/contract/screens';
import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, useMemo } from 'react';
import { copy } from '../copy.ko.ts';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { useCampus } from '../parts/campus/campus-context.ts';
import { Unreached } from '../parts/campus/failure.tsx';
import { useSession } from '../parts/session/session.ts';
import { readBack } from '../parts/session/way-back.ts';
import { useHydrated } from '../router/hydrated.ts';
import { lookForServer } from '../platform/online.ts';
import { Navigate, ParamsContext, useLocation } from '../router/router.tsx';
import { UserOnly, VisitorOnly } from './guards.tsx';
import { Loading } from './loading.tsx';
import { SeenScreen } from './seen-screen.tsx';
import { readWhenReached } from './when-reached.ts';

type Read = () => Promise<{ default: ComponentType }>;

/** The modules of the screens, each fetched when it is first shown. Home comes with the start. */
const modules = import.meta.glob<{ default: ComponentType }>(['./*/*-screen.tsx', '!./home/*'], {
  base: '../features',
});
const components: Record<string, ComponentType> = Object.fromEntries(
  Object.entries(modules).map(([file, read]) => [file, load(read)]),
);

const LOGIN = { path: '/login', module: 'accounts/login' } as const;

const guards = { everybody: Fragment, visitor: VisitorOnly };

/** Returns the module of an address's screen in an edition: the login's, where a visitor is led to it. */
export function moduleAt(pathname: string, visitor: boolean, edition: Edition): string {
  const screen = findScreen(pathname, edition)?.screen;
  return (visitor && !screen?.audience ? LOGIN : (screen ?? LOGIN)).module;
}

/** Fetches the module of an address's screen before the first drawing. */
export async function fetchScreen(...visit: Parameters<typeof moduleAt>): Promise<void> {
  try {
    await fetchModule(moduleAt(...visit));
  } catch {
    // Shows when the screen is to be shown: the module is then asked for again.
  }
}

/** Gets the module of a screen. */
export const fetchModule = (module: string): Promise<void> => fetchFile(fileOf({ module }));

/** Gets the modules of all screens. */
export async function fetchAllScreens(): Promise<void> {
  await Promise.all(Object.keys(modules).map(fetchFile));
}

async function fetchFile(file: string): Promise<void> {
  const module = await modules[file]?.();
  // From now on without waiting: what the server drew is taken over in one go.
  if (module) components[file] = module.default;
}

/** The screen of the address. A guard stands around all screens of its audience, so it stays from one to the next. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const { edition } = useCampus();
  const { params, page } = useMemo(() => findPage(pathname, edition), [pathname, edition]);
  return <ParamsContext value={params}>{page}</ParamsContext>;
}

function findPage(pathname: string, edition: Edition): { params: PathParams; page: ReactNode } {
  const { screen, params } = findScreen(pathname, edition) ?? { params: {} };
  if (screen?.path === '/') return { params, page: <Start /> };
  // Visitors are sent to the login from unknown addresses too.
  const Guard = screen?.audience ? guards[screen.audience] : UserOnly;
  return { params, page: <Guard>{screen ? <Seen {...screen} /> : <Navigate to="/" replace />}</Guard> };
}

/** `/` is home for users and the login for visitors; who was led here from a page goes back to it. */
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
  // As long as it is shown it is the same: the module may come meanwhile by another way, and a second mounting loses focus and text.
  const Component = useMemo(() => components[file], [file]);
  if (screen.own && user && !hydrated) return <OwnFrame />;
  return <SeenScreen name={screen.path}>{Component && <Component />}</SeenScreen>;
}

/** What the server draws of a screen of one's own; without scripts nothing follows. */
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
