import { type ReactNode, useEffect, useRef } from 'react';
import styles from './post-list.module.css';

/** Few enough to be drawn within one frame of a slow phone. */
const GROUP_SIZE = 10;

interface CardGroupsProps<Item extends { id: string }> {
  items: readonly Item[];
  renderItem: (item: Item) => ReactNode;
}

/**
 * The cards of a list in groups, of which the browser lays out and searches only those near the screen. Everything
 * stays in the document: it can be found in the page, read out and focused. A group is drawn once before it may be
 * left out, so its height is known and never guessed: anyone who comes back finds each card where it was.
 */
export function CardGroups<Item extends { id: string }>({ items, renderItem }: CardGroupsProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const [groups, measure] = [list.current, probe.current];
    if (!groups || !measure) return;
    // A turned phone or a larger font makes every known height wrong.
    const observer = new ResizeObserver(() => {
      for (const group of groups.children) drawOnce(group as HTMLElement);
    });
    observer.observe(measure);
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <div ref={probe} className={styles.probe} />
      <div ref={list} role="list">
        {groupItems(items).map((group) => (
          <Group key={group[0]?.id} ids={group.map(({ id }) => id).join()}>
            {group.map((item) => (
              <div key={item.id} role="listitem">
                {renderItem(item)}
              </div>
            ))}
          </Group>
        ))}
      </div>
    </>
  );
}

function Group({ ids, children }: { ids: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current) drawOnce(element.current);
  }, [ids]);
  return (
    <div ref={element} className={styles.group}>
      {children}
    </div>
  );
}

/** Hears of a group for the first time when it has been drawn, and again when it leaves the surroundings of the screen. */
let surroundings: IntersectionObserver | undefined;

function leaveOut(entries: readonly IntersectionObserverEntry[], observer: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    // One on the screen would vanish for a frame and count as having moved.
    if (isIntersecting) continue;
    (target as HTMLElement).style.contentVisibility = 'auto';
    observer.unobserve(target);
  }
}

/** Draws a group wherever it is, for the browser to remember its height. */
function drawOnce(group: HTMLElement): void {
  group.style.contentVisibility = 'visible';
  surroundings ??= new IntersectionObserver(leaveOut, { rootMargin: '100% 0px' });
  surroundings.unobserve(group);
  surroundings.observe(group);
}

function groupItems<Item>(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  for (let start = 0; start < items.length; start += GROUP_SIZE)
    groups.push(items.slice(start, start + GROUP_SIZE));
  return groups;
}
