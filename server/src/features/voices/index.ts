export { endVoices, eraseVoicesOf } from './end-voices.ts';
export { VoiceStreams } from './voice-streams.ts';
export { listMutes, plantUsual, setMuted } from './voices.queries.ts';
export { periodsOf, readVoices } from './voices.present.ts';
export { sayVoiceIn, VOICES_TAG, type VoicesDependencies } from './voices.actions.ts';
export { registerVoices } from './voices.routes.ts';
