import type { Router } from '../../platform/http/router.ts';
import type { Sessions } from '../../platform/sessions/sessions.ts';
import { registerQueue, type QueueDependencies } from './queue.routes.ts';
import { registerOwnCases } from './own-cases.routes.ts';
import { replacePasskey, startAnother, startPasskey, type PasskeysDependencies } from './passkeys.actions.ts';
import type { ReportsDependencies } from './reports.actions.ts';
import { registerReports } from './reports.routes.ts';
import { confirmPassword } from './roles.actions.ts';

export type ModerationDependencies = ReportsDependencies &
  QueueDependencies &
  PasskeysDependencies & { sessions: Sessions };

/** Mounts reports, what authors are told, and what needs a role. */
export function registerModeration(router: Router, dependencies: ModerationDependencies): void {
  registerReports(router, dependencies);
  registerOwnCases(router, dependencies);
  registerQueue(router, dependencies);

  router.handle('POST /api/moderation/confirmation', ({ session, body }) =>
    confirmPassword(dependencies, session, body),
  );
  router.handle('POST /api/moderation/confirmation/start', ({ session }) =>
    startPasskey(dependencies, session),
  );
  router.handle('POST /api/moderation/passkey/start', ({ session }) => startAnother(dependencies, session));
  router.handle('PUT /api/moderation/passkey', ({ session, body }) =>
    replacePasskey(dependencies, session, body.passkey),
  );
}
