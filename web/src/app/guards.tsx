import type { ReactNode } from 'react';
import type { Me } from '@madang/contract/accounts/schema';
import { loginPath, readNextPath } from '@madang/contract/paths';
import { BEFORE_CONSENT } from '@madang/contract/screens';
import { leadBack, readBack } from '../features/session/way-back.ts';
import { UserContext, useSession } from '../features/session/session.ts';
import { useAway } from '../lib/online.ts';
import { Navigate, useLocation } from '../lib/router.tsx';

/** Guards pages of users; sends a visitor to the login, which leads back here. */
export function UserOnly({ children }: { children: ReactNode }) {
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
export function VisitorOnly({ children }: { children: ReactNode }) {
  const { user, leaveTo } = useSession();
  const { search, state } = useLocation();
  if (!user) return children;
  const wanted = readBack(state) ?? { to: readNextPath(search) ?? '/' };
  return <Navigate {...(leaveTo ? { to: leaveTo } : wanted)} replace />;
}
