import { type PointerEvent, useEffect, useRef } from 'react';

/** Milliseconds a finger must rest to pick up an item; a finger that moves earlier scrolls. */
const TAKEN_AFTER = 300;

/** Reorders list items by dragging, after a rest if the list scrolls. Items carry their `data-key`. */
export function useDragOrder(move: (key: string, place: number) => void, scrolls = false) {
  const list = useRef<HTMLOListElement>(null);
  const held = useRef<string>(undefined);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const items = () => [...(list.current?.children ?? [])] as HTMLElement[];

  // Prevents scrolling and the long-press menu; React attaches its listeners too late for that.
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
    // The item gets no press from here on, and the list all pointer events.
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
