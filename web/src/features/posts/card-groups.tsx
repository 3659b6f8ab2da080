import { type ReactNode, useEffect, useRef } from 'react';
import styles from './post-list.module.css';

/** Few enough to render within one frame of a slow phone. */
const GROUP_SIZE = 10;

interface CardGroupsProps<Item extends { id: string }> {
  items: readonly Item[];
  renderItem: (item: Item) => ReactNode;
}

/**
 * Renders cards in groups, laid out only near the screen. All stay in the document for search, screen readers and focus. Each
 * renders once before it is skipped, so its height is known.
 */
export function CardGroups<Item extends { id: string }>({ items, renderItem }: CardGroupsProps<Item>) {
  const list = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const [groups, measure] = [list.current, probe.current];
    if (!groups || !measure) return;
    // Rotating the phone or a larger font invalidates every known height.
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

/** Observer of groups: called after the first rendering, and when leaving the screen's surroundings. */
let surroundings: IntersectionObserver | undefined;

function leaveOut(entries: readonly IntersectionObserverEntry[], observer: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    // A visible one would vanish for a frame and count as moved.
    if (isIntersecting) continue;
    (target as HTMLElement).style.contentVisibility = 'auto';
    observer.unobserve(target);
  }
}

/** Renders a group anywhere, so that the browser remembers its height. */
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
