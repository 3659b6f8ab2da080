import { renderToString } from 'react-dom/server';
import { App } from './app/app.tsx';
import { createQueryClient } from './app/query-client.ts';
import { fetchAllScreens } from './app/routes.tsx';
import { setClock } from './parts/campus/campus-time.tsx';
import { type Answers, giveAnswers, giveSent, type SentForm } from './platform/given-answers.ts';

await fetchAllScreens();

/** A screen to draw: what is drawn depends on nothing else. */
export interface Drawing {
  pathname: string;
  search: string;
  /** Times are shown as of this moment, in milliseconds. */
  now: number;
  /** What the API answers, by method and address; the session among it says for whom it is drawn. */
  answers: Answers;
  sent: SentForm | null;
}

/** Draws a screen as HTML on the server. It never waits, so nothing of one drawing can get into another. */
export function drawScreen({ pathname, search, now, answers, sent }: Drawing): string {
  giveAnswers(answers);
  giveSent(sent);
  setClock(now);
  return renderToString(<App client={createQueryClient()} drawn={{ pathname, search }} />);
}
