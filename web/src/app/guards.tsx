import type { ReactNode } from 'react';
import { loginPath, readNextPath } from '../parts/session/next-path.ts';
import { StudentContext, useSession } from '../parts/session/session.ts';
import { Navigate, useLocation } from '../router/router.tsx';

/** Pages of students; a visitor goes to the login screen, which leads back here. */
export function StudentOnly({ children }: { children: ReactNode }) {
  const { user, leaveTo } = useSession();
  const { pathname, search, hash } = useLocation();
  if (user) {
    return <StudentContext value={user}>{children}</StudentContext>;
  }
  return <Navigate to={leaveTo ?? loginPath(`${pathname}${search}${hash}`)} replace />;
}

/** Pages of visitors; a student goes to the path first asked for, else home. */
export function VisitorOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { search } = useLocation();
  if (!user) return children;
  return <Navigate to={readNextPath(search, window.location.origin) ?? '/'} replace />;
}
