import { findScreen } from '@madang/contract/screens';

const FOLDER = /^\/(?:EventImg|api|assets|campus|dev|health|images)(?=\/|$)/;

/**
 * Returns what the log says in place of an address: the template of its route or screen, such as `/post/:id`, or the folder
 * of what is not there. An address may hold a code, or a text that somebody typed.
 *
 * @param route method and template of the route that answered; another word where none did
 */
export function describePath(route: string, path: string): string {
  const template = route.split(' ')[1] ?? findScreen(path, 'official')?.screen.path;
  return template ?? `${FOLDER.exec(path)?.[0] ?? ''}/…`;
}
