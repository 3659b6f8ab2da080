import type { Campus } from '@madang/campus/campus';
import type { SceneName } from '@madang/campus/campus-files';
import type { WorldPost } from './model.ts';

/** Posts that one screen lists at most. */
const LISTED = 30;

/** Scenes that may stand in for each other. */
const SIMILAR: readonly (readonly SceneName[])[] = [
  ['reading-desk', 'laptop-window', 'group-study', 'printer-corner', 'iced-americano'],
  ['nap-lounge', 'iced-americano', 'cat-bench', 'plaza-picnic', 'reading-desk'],
  ['cafeteria-tray', 'vending-machine', 'iced-americano', 'food-truck'],
  ['sunset-hall', 'ginkgo-street', 'plaza-picnic', 'cat-bench', 'basketball-court'],
  ['festival-crowd', 'fireworks', 'food-truck', 'sunset-hall', 'plaza-picnic', 'basketball-court'],
];

/**
 * Changes pictures, or takes them away, until none stands twice on one screen: in a board or the popular posts, among the latest, in
 * what a keyword finds, and in what the accounts that visitors use have written or kept. Newer posts go first.
 *
 * @param posts newest first; they are changed.
 */
export function spreadScenes(posts: readonly WorldPost[], campus: Campus, shown: readonly string[]): void {
  const categories = new Map(campus.boards.map(({ id, category }) => [id, category]));
  const lists = new Map<string, (string | null)[]>();
  for (const [place, post] of posts.entries()) {
    const names = [
      `board ${post.boardId}`,
      ...(place < LISTED ? ['latest'] : []),
      ...(post.likerIds.length >= campus.settings.hotThreshold ? ['hot'] : []),
      ...post.keywords.map((keyword) => `${keyword} ${categories.get(post.boardId)}`),
      ...shown.flatMap((id) => [
        ...(post.authorId === id ? [`by ${id}`] : []),
        ...(post.scrapperIds.includes(id) ? [`kept by ${id}`] : []),
      ]),
    ];
    const above = names.flatMap((name) => lists.get(name)?.slice(1 - LISTED) ?? []);
    const { scene } = post;
    const choices = [scene, ...SIMILAR.filter((family) => family.some((one) => one === scene)).flat()];
    post.scene = (scene && choices.find((one) => !above.includes(one))) ?? null;
    for (const name of names) lists.set(name, [...(lists.get(name) ?? []), post.scene]);
  }
}
