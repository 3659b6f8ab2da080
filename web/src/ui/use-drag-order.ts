import { type PointerEvent, useEffect, useRef } from 'react';

/** A finger that rests this long takes an item up, one that moves on before scrolls; in milliseconds. */
const TAKEN_AFTER = 300;

/** Puts the items of a list in order by dragging, where it scrolls after a rest. Items carry their `data-key`. */
export function useDragOrder(move: (key: string, place: number) => void, scrolls = false) {
  const list = useRef<HTMLOListElement>(null);
  const held = useRef<string>(undefined);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const items = () => [...(list.current?.children ?? [])] as HTMLElement[];

  // Neither the scrolling nor the menu of a long press; React's own listeners come too late for that.
  useEffect(() => {
    const stay = (event: Event): void => void (held.current !== undefined && event.preventDefault());
    for (const name of ['touchmove', 'contextmenu'])
      list.current?.addEventListener(name, stay, { passive: false });
  }, []);

  function hold(key?: string): void {
    clearTimeout(resting.current);
    held.current = key;
    for (const item of items()) item.toggleAttribute('data-held', item.dataset['key'] === key);
  }

  function drag({ buttons, clientX, clientY, pointerId }: PointerEvent): void {
    if (held.current === undefined) return;
    if (buttons === 0) return hold();
    const far = items().map((item) => {
      const { left, top, width, height } = item.getBoundingClientRect();
      return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
    });
    const place = far.indexOf(Math.min(...far));
    const under = items()[place];
    if (!under || under.dataset['key'] === held.current) return;
    // From here on it is no press of the item, and the list hears it to its end.
    list.current?.setPointerCapture(pointerId);
    under.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    move(held.current, place);
  }

  return {
    list: { ref: list, onPointerMove: drag, onPointerUp: () => hold(), onPointerCancel: () => hold() },
    item: (key: string) => ({
      onPointerDown({ button, pointerType }: PointerEvent): void {
        if (scrolls && pointerType === 'touch') resting.current = setTimeout(hold, TAKEN_AFTER, key);
        else if (button === 0) hold(key);
      },
    }),
  };
}
