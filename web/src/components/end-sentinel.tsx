import { useEffect, useRef } from 'react';

/** Calls `onNear` near the end of a list; mount only with more to load. */
export function EndSentinel({ onNear }: { onNear: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), {
      rootMargin: '600px 0px',
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [onNear]);
  return <div ref={element} />;
}
