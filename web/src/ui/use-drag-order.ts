import { type PointerEvent, type RefObject, useRef } from 'react';

/** Puts the items of a list in order by dragging: what is held goes where the finger is. Items carry their `data-key`. */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  move: (key: string, place: number) => void,
): (key: string) => object {
  const held = useRef<string>(undefined);

  function placeUnder(y: number): number {
    const items = [...(list.current?.children ?? [])];
    const place = items.findIndex((item) => y < item.getBoundingClientRect().bottom);
    return place === -1 ? items.length - 1 : place;
  }

  function drag(event: PointerEvent): void {
    const key = held.current;
    if (key === undefined) return;
    const place = placeUnder(event.clientY);
    const items = [...(list.current?.children ?? [])] as HTMLElement[];
    if (items[place]?.dataset['key'] !== key) move(key, place);
  }

  const drop = (): void => {
    held.current = undefined;
  };

  return (key) => ({
    onPointerDown: (event: PointerEvent) => {
      held.current = key;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: drag,
    onPointerUp: drop,
    onPointerCancel: drop,
  });
}
