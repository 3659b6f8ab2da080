import type { Router } from '../../platform/http/router.ts';
import type { Sessions } from '../../platform/sessions/sessions.ts';
import { registerBlocks } from './blocks.ts';
import { registerQueue, type QueueDependencies } from './queue.ts';
import { registerOwnCases, type OwnCasesDependencies } from './own-cases.ts';
import { replacePasskey, startAnother, startPasskey, type PasskeysDependencies } from './passkeys.actions.ts';
import { type ReportsDependencies, registerReports } from './reports.ts';
import { type RightsDependencies, registerRights } from './rights.ts';
import { confirmPassword } from './roles.actions.ts';

export type ModerationDependencies = ReportsDependencies &
  OwnCasesDependencies &
  QueueDependencies &
  RightsDependencies &
  PasskeysDependencies & { sessions: Sessions };

/** Mounts reports, blocks, what authors are notified of, and what needs a role. */
export function registerModeration(router: Router, dependencies: ModerationDependencies): void {
  registerReports(router, dependencies);
  registerBlocks(router, dependencies);
  registerOwnCases(router, dependencies);
  registerQueue(router, dependencies);
  registerRights(router, dependencies);

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
