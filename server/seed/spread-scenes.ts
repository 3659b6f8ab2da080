import type { Campus } from '@madang/campus/campus';
import type { SceneName } from '@madang/campus/campus-files';
import type { WorldPost } from './model.ts';

/** Maximum number of posts on one screen. */
const LISTED = 30;

/** Scenes that can replace each other. */
const SIMILAR: readonly (readonly SceneName[])[] = [
  ['reading-desk', 'laptop-window', 'group-study', 'printer-corner', 'iced-americano'],
  ['nap-lounge', 'iced-americano', 'cat-bench', 'plaza-picnic', 'reading-desk'],
  ['cafeteria-tray', 'vending-machine', 'iced-americano', 'food-truck'],
  ['sunset-hall', 'ginkgo-street', 'plaza-picnic', 'cat-bench', 'basketball-court'],
  ['festival-crowd', 'fireworks', 'food-truck', 'sunset-hall', 'plaza-picnic', 'basketball-court'],
];

/**
 * Replaces or removes pictures until none is twice on one screen; newer posts keep theirs.
 * Screens: boards, popular and latest posts, keywords, and posts and bookmarks of the visitors' accounts.
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
