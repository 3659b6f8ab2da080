import type { ScreenName } from '@madang/contract/analytics/rules';
import {
  type ComponentType,
  Fragment,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useMemo,
} from 'react';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { Unreached } from '../parts/campus/failure.tsx';
import { useSession } from '../parts/session/session.ts';
import { readBack } from '../parts/session/way-back.ts';
import { lookForServer } from '../platform/online.ts';
import { matchPath, type PathParams } from '../router/match-path.ts';
import { Navigate, ParamsContext, useLocation } from '../router/router.tsx';
import { StudentOnly, VisitorOnly } from './guards.tsx';
import { SeenScreen } from './seen-screen.tsx';
import { readWhenReached } from './when-reached.ts';

type Screen = ComponentType | LazyExoticComponent<ComponentType>;
/** By the pattern of the address, which is also the name that its views are counted under. */
type ScreenRoutes = Partial<Record<ScreenName, Screen>>;

const readers = new Map<Screen, () => Promise<unknown>>();

/**
 * The screen of one module, fetched when it is first shown. Without a network it says so until the module can be
 * fetched. It fails only while the server answers: a script of an older deploy is gone from there.
 */
function load<Name extends string>(name: Name, read: () => Promise<Record<Name, ComponentType>>): Screen {
  const screen = lazy(async () => {
    try {
      return { default: (await read())[name] };
    } catch (error) {
      if (await lookForServer()) throw error;
      const Later = load(name, () => readWhenReached(read));
      return {
        default: () => (
          <Suspense fallback={<Unreached onRetry={() => void lookForServer()} />}>
            <Later />
          </Suspense>
        ),
      };
    }
  });
  readers.set(screen, read);
  return screen;
}

const visitorRoutes = {
  '/login': load('LoginScreen', () => import('../features/accounts/login-screen.tsx')),
  '/signup': load('SignUpScreen', () => import('../features/accounts/sign-up-screen.tsx')),
  '/sendPasswordResetEmail': load(
    'ForgottenPasswordScreen',
    () => import('../features/accounts/forgotten-password-screen.tsx'),
  ),
} satisfies ScreenRoutes;

/** One line for each screen; a board that is not here is an unknown path and leads home. */
const studentRoutes = {
  '/building': load('BuildingListScreen', () => import('../features/buildings/building-list-screen.tsx')),
  '/building/:buildingId': load('BuildingScreen', () => import('../features/buildings/building-screen.tsx')),
  '/board/question': load('QuestionScreen', () => import('../features/boards/question-screen.tsx')),
  '/board/buildingNotice': load(
    'FacilityNoticeScreen',
    () => import('../features/boards/facility-notice-screen.tsx'),
  ),
  '/board/festival': load('FestivalScreen', () => import('../features/boards/festival-screen.tsx')),
  '/board/new': load('LatestScreen', () => import('../features/boards/latest-screen.tsx')),
  '/board/hot': load('HotScreen', () => import('../features/boards/hot-screen.tsx')),
  '/board/event': load('EventListScreen', () => import('../features/bulletin/event-list-screen.tsx')),
  '/board/event/:id': load('EventScreen', () => import('../features/bulletin/event-screen.tsx')),
  '/board/notice': load('NoticeListScreen', () => import('../features/bulletin/notice-list-screen.tsx')),
  '/board/notice/:id': load('NoticeScreen', () => import('../features/bulletin/notice-screen.tsx')),
  '/post/:id': load('PostScreen', () => import('../features/post/post-screen.tsx')),
  '/hotpost/:id': load('HotPostScreen', () => import('../features/post/hot-post-screen.tsx')),
  '/write': load('WriteScreen', () => import('../features/write/write-screen.tsx')),
  '/keyword': load('KeywordHomeScreen', () => import('../features/keywords/keyword-home-screen.tsx')),
  '/keyword/:keywordId/:categoryId': load(
    'KeywordResultsScreen',
    () => import('../features/keywords/keyword-results-screen.tsx'),
  ),
  '/search': load('SearchScreen', () => import('../features/search/search-screen.tsx')),
  '/algoria': load('PlaceholderScreen', () => import('../features/search/placeholder-screen.tsx')),
  '/mypage': load('MyPageScreen', () => import('../features/mypage/my-page-screen.tsx')),
  '/mypage/viewprofile': load('ProfileScreen', () => import('../features/mypage/profile-screen.tsx')),
  '/mypage/scrap': load('ScrapScreen', () => import('../features/mypage/scrap-screen.tsx')),
  '/mypage/myposts': load('MyPostsScreen', () => import('../features/mypage/my-posts-screen.tsx')),
  '/mypage/viewprofile/changenickname': load(
    'ChangeNicknameScreen',
    () => import('../features/mypage/change-nickname-screen.tsx'),
  ),
  '/mypage/viewprofile/changeEmail': load(
    'ChangeEmailScreen',
    () => import('../features/mypage/change-email-screen.tsx'),
  ),
  '/mypage/viewprofile/changepassword': load(
    'ChangePasswordScreen',
    () => import('../features/mypage/change-password-screen.tsx'),
  ),
  '/consent': load('ConsentScreen', () => import('../features/accounts/consent-screen.tsx')),
  '/mypage/cancelmembership': load('WithdrawScreen', () => import('../features/mypage/withdraw-screen.tsx')),
} satisfies ScreenRoutes;

const openRoutes = {
  '/verify': load('VerifyScreen', () => import('../features/accounts/verify-screen.tsx')),
  '/reset': load('ResetScreen', () => import('../features/accounts/reset-screen.tsx')),
  '/terms': load('TermsScreen', () => import('../features/accounts/legal-screens.tsx')),
  '/privacy': load('PrivacyScreen', () => import('../features/accounts/legal-screens.tsx')),
} satisfies ScreenRoutes;

/** `/` is home for students and the login screen for visitors; who was led here from a page goes back to it. */
function Start() {
  const student = useSession().user !== null;
  const back = readBack(useLocation().state);
  const LoginScreen = visitorRoutes['/login'];
  if (student && back) return <Navigate {...back} replace />;
  return (
    <SeenScreen name={student ? '/' : '/login'}>
      {student ? (
        <StudentOnly>
          <HomeScreen />
        </StudentOnly>
      ) : (
        <LoginScreen />
      )}
    </SeenScreen>
  );
}

/** Screens by who may see them; a guard stands around all of its screens and stays from one to the next. */
const groups = [
  { Guard: Fragment, screens: openRoutes },
  { Guard: VisitorOnly, screens: visitorRoutes },
  { Guard: StudentOnly, screens: studentRoutes },
].map(({ Guard, screens }) => ({ Guard, screens: Object.entries(screens) as [ScreenName, Screen][] }));

/** Asks for the script of an address's screen at once, not after the answers that the start waits for. */
export function fetchScreen(pathname: string): void {
  const [, Screen] =
    groups.flatMap(({ screens }) => screens).find(([path]) => matchPath(path, pathname)) ?? [];
  // A failure shows when the screen is to be shown: the module is then asked for again.
  if (Screen)
    readers
      .get(Screen)?.()
      .catch(() => {});
}

/** Visitors are sent to login from unknown paths too, so the guard stands around the last way out as well. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const { params, page } = useMemo(() => findPage(pathname), [pathname]);
  return <ParamsContext value={params}>{page}</ParamsContext>;
}

function findPage(pathname: string): { params: PathParams; page: ReactNode } {
  if (matchPath('/', pathname)) return { params: {}, page: <Start /> };
  for (const { Guard, screens } of groups) {
    for (const [path, Screen] of screens) {
      const params = matchPath(path, pathname);
      if (!params) continue;
      const page = (
        <Guard>
          <SeenScreen name={path}>
            <Screen />
          </SeenScreen>
        </Guard>
      );
      return { params, page };
    }
  }
  const page = (
    <StudentOnly>
      <Navigate to="/" replace />
    </StudentOnly>
  );
  return { params: {}, page };
}
