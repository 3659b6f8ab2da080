import { EventStream } from '../../platform/live/event-stream.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Sessions } from '../../platform/sessions/sessions.ts';
import { sayVoice, VOICES_TAG, type VoicesDependencies } from './voices.actions.ts';
import { readVoices } from './voices.present.ts';

/** Mounts what students say of places, and its stream. */
export function registerVoices(
  router: Router,
  { sessions, ...dependencies }: VoicesDependencies & { sessions: Sessions },
): void {
  const { database, campus, voices } = dependencies;

  router.share('GET /api/voices', async () => ({
    json: JSON.stringify(await readVoices(database, campus)),
    tags: () => [VOICES_TAG],
  }));

  router.stream('GET /api/voices/live', async ({ session, exchange }) => {
    const stream = new EventStream(exchange);
    stream.onClose(sessions.watch(session, () => stream.close()));
    voices.follow(stream);
  });

  router.handle('PUT /api/voices', async ({ session, body: { quiet = false, ...body } }) => {
    await sayVoice(dependencies, session.userId, { ...body, quiet });
  });
}
