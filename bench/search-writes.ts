import { v7 as uuidv7 } from 'uuid';
import type { Cluster } from '../server/testing/postgres-cluster.ts';
import { median } from './measure.ts';
import type { Run } from './run.ts';
import { makeText } from './search-plant.ts';
import { openSite, type Site } from './site.ts';

/** Maximum cost of a like and a post of 300 letters, as ratios to no index; a long post in milliseconds. */
const GOALS = { like: 1.05, post: 1.5, longPost: 150 };
const SIZE = 20_000;

/** Measures the cost of the index for likes and posts: alternates between a campus with it and one without it. */
export async function measureWrites(run: Run, cluster: Cluster, rounds: number): Promise<object[]> {
  const sites: Site[] = [];
  for (const name of ['with_index', 'without_index']) {
    await cluster.createDatabase(name);
    sites.push(await openSite(run, cluster.urlOf(name), SIZE));
  }
  await sites[1]?.database.change('DROP INDEX post_texts_pieces');
  console.log(`\nwrites beside a campus without the index, ${rounds} of each in turn`);
  run.row('write', 'with', 'without', 'ratio');
  const results: object[] = [];
  const measure = async (
    name: string,
    write: (site: Site, turn: number) => Promise<number>,
    goal: number,
  ) => {
    const times: number[][] = [[], []];
    for (let turn = -10; turn < rounds; turn += 1)
      // Alternates the order: the second of two benefits from the work of the first.
      for (const place of turn % 2 === 0 ? [0, 1] : [1, 0]) {
        const took = await write(sites[place] as Site, turn);
        if (turn >= 0) times[place]?.push(took);
      }
    const [own = 0, other = 0] = times.map((some) => Number(median(some).toFixed(2)));
    const ratio = Number((own / other).toFixed(2));
    run.row(name, own, other, ratio);
    if (goal < 10) run.goal(name, ratio <= goal, `${ratio} × without the index, goal ${goal}`);
    else run.goal(name, own <= goal, `${own} ms, goal ${goal}`);
    results.push({ write: name, milliseconds: own, without: other, ratio });
  };
  const liked = new Map<Site, string>();
  for (const site of sites) liked.set(site, await firstPost(site));
  await measure(
    'like',
    (site, turn) => site.call(turn % 4 < 2 ? 'PUT' : 'DELETE', `/api/posts/${liked.get(site)}/like`),
    GOALS.like,
  );
  await measure('post of 300 letters', (site) => writePost(site, 300), GOALS.post);
  await measure('post of 10,000 letters', (site) => writePost(site, 10_000), GOALS.longPost);
  return results;
}

async function firstPost({ database }: Site): Promise<string> {
  const row = await database.first<{ id: string }>('SELECT id FROM posts ORDER BY created_at LIMIT 1');
  return row?.id ?? '';
}

/** Writes a post of common words. */
function writePost(site: Site, letters: number): Promise<number> {
  const body = makeText(Math.ceil(letters / 4)).slice(0, letters);
  const post = { id: uuidv7(), title: '새로 쓴 글', body, keywords: [], uploadId: null };
  return site.call('POST', '/api/buildings/main-hall/posts', post);
}
