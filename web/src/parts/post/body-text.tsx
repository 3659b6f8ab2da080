import { useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { copy } from '../../copy.ko.ts';
import { useHydrated } from '../../router/hydrated.ts';
import { Link } from '../../router/router.tsx';
import { Button } from '../../ui/button.tsx';
import { useCampus, useOfficial } from '../campus/campus-context.ts';
import styles from './body-text.module.css';
import { foldText, squeezeBlankLines } from './fold-text.ts';
import { pathInApp, readAddress, splitAddresses } from './split-addresses.ts';

/** How many lines of a long text are shown before it is opened. */
const LINES = { post: 60, reply: 12 };

/** Ids of posts and replies that were opened; they stay open until the next load, so that a list keeps its height. */
const opened = new Set<string>();

interface BodyTextProps {
  id: string;
  kind: keyof typeof LINES;
  text: string;
  /** Stands before the text, on its first line. */
  before?: ReactNode;
}

/**
 * The body of a post or reply, its addresses as links. A long one ends with a button that shows the rest, and many empty
 * lines show as two; the beta edition shows the text unchanged [SC-19].
 */
export function BodyText({ id, kind, text, before }: BodyTextProps) {
  const official = useOfficial();
  const [open, setOpen] = useState(() => opened.has(id));
  const more = useRef<HTMLSpanElement>(null);
  const [shown, rest] = useMemo(
    () => (official ? foldText(squeezeBlankLines(text), LINES[kind]) : [text, '']),
    [official, text, kind],
  );

  function show(): void {
    opened.add(id);
    flushSync(() => setOpen(true));
    // The button is gone: keyboard and screen reader continue with the rest, and the page does not move.
    more.current?.focus({ preventScroll: true });
  }

  const folded = rest !== '' && !open;
  return (
    <>
      <p dir="auto" className={styles.body}>
        {before}
        <LinkedText text={folded ? `${shown.trimEnd()}…` : shown} />
        {rest === '' || folded ? null : (
          <span ref={more} tabIndex={-1} className={styles.rest}>
            <LinkedText text={rest} />
          </span>
        )}
      </p>
      {folded ? (
        <Button look="small" className={styles.more} aria-label={copy['body.more.label']} onClick={show}>
          {copy['body.more']}
        </Button>
      ) : null}
    </>
  );
}

/** A text as it was written, its addresses as links. */
function LinkedText({ text }: { text: string }) {
  return splitAddresses(text).map((piece, place) =>
    place % 2 === 1 ? <AddressLink key={place} address={piece} /> : piece,
  );
}

/** Opens a tab of its own, but for the app's own screens: which those are, the browser knows by where it is. */
function AddressLink({ address }: { address: string }) {
  const hydrated = useHydrated();
  const { edition } = useCampus();
  const url = readAddress(address);
  if (!url) return address;
  const path = hydrated ? pathInApp(url, location.origin, edition) : null;
  const elsewhere = path === null && { target: '_blank', rel: 'noopener nofollow' };
  return (
    <Link className={styles.address} {...elsewhere} to={path ?? address}>
      {address}
    </Link>
  );
}
