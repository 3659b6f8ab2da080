import type { Me } from '@madang/contract/accounts/schema';
import type { Edition } from '@madang/contract/campus/rules';
import { loginPath, readNextPath } from '@madang/contract/paths';
import {
  BEFORE_CONSENT,
  findScreen,
  type PathParams,
  type ScreenPath,
  type ScreenRow,
} from '@madang/contract/screens';
import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { Skeleton } from '../components/states.tsx';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { copy } from '../copy.ko.ts';
import { useCampus } from '../features/campus/campus-context.ts';
import { Unreached } from '../features/campus/failure.tsx';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { useVisit } from '../features/posts/news.ts';
import { leadBack, readBack, UserContext, useSession } from '../features/session/session.ts';
import { countView } from '../lib/api.ts';
import { isReached, lookForServer, onReach, useAway } from '../lib/online.ts';
import { useHydrated } from '../lib/page.ts';
import { Navigate, ParamsContext, useLocation } from '../lib/router.tsx';
import styles from './frame.module.css';

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
    await fetchFile(fileOf({ module: moduleAt(...visit) }));
  } catch {
    // Shows when the screen is to be shown: the module is then asked for again.
  }
}

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
  if (screen.own === true && user && !hydrated) return <OwnFrame />;
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
    for (let again = false; ; again = true)
      try {
        return await (again ? readWhenReached(read) : read());
      } catch (error) {
        if (!(await lookForServer())) break;
        // After the first failure, the connection may only have been lost for a moment.
        if (again) throw error;
      }
    const Later = load(() => readWhenReached(read));
    return {
      default: () => (
        <Suspense fallback={<Unreached onRetry={() => void lookForServer()} />}>
          <Later />
        </Suspense>
      ),
    };
  });
}

/** Guards pages of users; sends a visitor to the login, which leads back here. */
function UserOnly({ children }: { children: ReactNode }) {
  const { user, leaveTo, left } = useSession();
  const { pathname, search, hash, state } = useLocation();
  const here = `${pathname}${search}${hash}`;
  const reached = useAway() === null;
  if (!user)
    // Offline, visitors too can open the phone's campus data: it holds nothing of a student [PH-15].
    return !reached && /^\/(map|emergency)$/.test(pathname) ? (
      <UserContext value={{} as Me}>{children}</UserContext>
    ) : (
      <Navigate to={leaveTo ?? loginPath(here)} replace state={left ? null : leadBack(here, state)} />
    );
  if (user.consentsDue.length > 0 && !BEFORE_CONSENT.has(pathname))
    return <Navigate to="/consent" replace state={leadBack(here, state)} />;
  return <UserContext value={user}>{children}</UserContext>;
}

/** Guards pages of visitors; sends a user to the requested path, or home. */
function VisitorOnly({ children }: { children: ReactNode }) {
  const { user, leaveTo } = useSession();
  const { search, state } = useLocation();
  if (!user) return children;
  const wanted = readBack(state) ?? { to: readNextPath(search) ?? '/' };
  return <Navigate {...(leaveTo ? { to: leaveTo } : wanted)} replace />;
}

/** Renders a placeholder for a loading screen, visible only after a delay. */
export function Loading() {
  return (
    <div className={`flex-col gap-3 ${styles.loading}`} role="status">
      <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
      <Skeleton width="40%" height="28px" />
      <Skeleton height="20px" />
      <Skeleton height="20px" />
      <Skeleton width="70%" height="20px" />
    </div>
  );
}

/** Counts a screen once per address; one that a guard rejects is not counted. */
function SeenScreen({ name, children }: { name: ScreenPath; children: ReactNode }) {
  const { pathname } = useLocation();
  // In a task of its own: handing over the beacon takes milliseconds.
  useEffect(() => void setTimeout(countView, 0, name), [name, pathname]);
  useVisit(pathname);
  return children;
}

const broken = new Set<HTMLLinkElement>();

/** Records each file of a screen that fails to load: Vite requests no file that a link of the page names. */
function noteBroken({ target }: Event): void {
  if (target instanceof HTMLLinkElement && /^(?:stylesheet|modulepreload)$/.test(target.rel))
    broken.add(target);
}
/** Starts recording files that fail to load. */
export function noteBrokenFiles(): void {
  document.addEventListener('error', noteBroken, true);
}

/** Loads a script, and the styles that failed before, once the server is reachable. */
export async function readWhenReached<Module>(read: () => Promise<Module>): Promise<Module> {
  if (!isReached())
    await new Promise<void>((resolve) => {
      const stop = onReach((reached) => {
        if (!reached) return;
        stop();
        resolve();
      });
    });
  await Promise.all([...broken].map(requestAgain));
  return read();
}

/** Requests a style again, in its place. A script is requested when it is imported. */
async function requestAgain(link: HTMLLinkElement): Promise<void> {
  broken.delete(link);
  if (link.rel !== 'stylesheet' || !link.isConnected) return link.remove();
  const again = link.cloneNode() as HTMLLinkElement;
  const settled = new Promise((resolve) => (again.onload = again.onerror = resolve));
  link.replaceWith(again);
  await settled;
}
