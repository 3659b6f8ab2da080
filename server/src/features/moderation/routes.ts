import type { Router } from '../../http/router.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { registerBlocks } from './blocks.ts';
import { type OwnCasesDependencies, registerOwnCases } from './own-cases.ts';
import { type PasskeysDependencies, replacePasskey, startAnother, startPasskey } from './passkeys.ts';
import { type QueueDependencies, registerQueue } from './queue.ts';
import { registerReports, type ReportsDependencies } from './reports.ts';
import { registerRights, type RightsDependencies } from './rights.ts';
import { confirmPassword } from './roles.ts';

type ModerationDependencies = ReportsDependencies &
  OwnCasesDependencies &
  QueueDependencies &
  RightsDependencies &
  PasskeysDependencies & { sessions: Sessions };

/** Mounts reports, blocks, own cases and the endpoints for roles. */
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
