export {
  endVoices,
  eraseVoicesOf,
  listMutes,
  periodsOf,
  plantUsual,
  readVoices,
  registerVoices,
  sayVoiceIn,
  setMuted,
  VOICES_TAG,
  type VoicesDependencies,
} from './voices.ts';
export { VoiceStreams } from './streams.ts';
