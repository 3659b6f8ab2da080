import { renderToString } from 'react-dom/server';
import { App } from './app/app.tsx';
import { createQueryClient } from './app/query-client.ts';
import { fetchAllScreens } from './app/routes.tsx';
import { setClock } from './features/campus/campus-time.tsx';
import { type Answers, giveAnswers, giveSent, type SentForm } from './lib/api.ts';

await fetchAllScreens();

/** Input of a server rendering. */
export interface Drawing {
  pathname: string;
  search: string;
  /** Current time of the rendering in milliseconds. */
  now: number;
  /** API answers by method and address, including the session of the viewer. */
  answers: Answers;
  sent: SentForm | null;
}

/** Renders a screen as HTML on the server. Synchronous, so renderings cannot mix. */
export function drawScreen({ pathname, search, now, answers, sent }: Drawing): string {
  giveAnswers(answers);
  giveSent(sent);
  setClock(now);
  return renderToString(<App client={createQueryClient()} drawn={{ pathname, search }} />);
}
