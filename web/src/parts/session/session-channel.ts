/** What the tabs of one browser tell each other about the session they share. */
export type SessionNews = 'signed-in' | 'signed-out';

/** One for the whole tab: a channel does not hear itself, but it would hear a second one beside it. */
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  return (channel ??= new BroadcastChannel('session'));
}

export function announceSession(news: SessionNews): void {
  openChannel().postMessage(news);
}

export function hearSession(listener: (news: SessionNews) => void): () => void {
  const hear = (event: MessageEvent<SessionNews>): void => listener(event.data);
  openChannel().addEventListener('message', hear);
  return () => openChannel().removeEventListener('message', hear);
}
