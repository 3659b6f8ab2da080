/** Messages between the tabs of one browser about their shared session. */
export type SessionNews = 'signed-in' | 'signed-out';

/** Channel, one per tab: a second one would receive messages of the first. */
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
