import { type ReactNode, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../components/button.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy } from '../../copy.ko.ts';
import { useHydrated } from '../../lib/page.ts';
import { Link } from '../../lib/router.tsx';
import { useCampus, useOfficial } from '../campus/campus-context.ts';
import { DateTime, RelativeTime } from '../campus/campus-time.tsx';
import styles from './body-text.module.css';
import { foldText, pathInApp, readAddress, splitAddresses, squeezeBlankLines } from './split-text.ts';

/** Number of lines of a long text before it is expanded. */
const LINES = { post: 60, reply: 12 };

/** Ids of expanded texts, kept until the next load, so that a list keeps its height. */
const opened = new Set<string>();

interface BodyTextProps {
  id: string;
  kind: keyof typeof LINES;
  text: string;
  /** Content before the text, on its first line. */
  before?: ReactNode;
}

/**
 * Renders a body with links, shortened with a button if long; runs of empty lines shrink to two. The beta shows all unchanged
 * [SC-19].
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
    // The button disappears: continue with the rest, without moving the page.
    more.current?.focus({ preventScroll: true });
  }

  const folded = rest !== '' && !open;
  return (
    <>
      <p dir="auto" className={`whitespace-pre-wrap ${styles.body}`}>
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

/** Renders a text unchanged, with its addresses as links. */
function LinkedText({ text }: { text: string }) {
  return splitAddresses(text).map((piece, place) =>
    place % 2 === 1 ? <AddressLink key={place} address={piece} /> : piece,
  );
}

/** Renders a link in a new tab, except for the app's own screens on the browser's origin. */
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

interface BylineProps {
  /** Null if the author deleted the account. */
  nickname: string | null;
  instant: string | undefined;
  /** Whether the reply is by the author of the post. */
  byAuthor?: boolean;
  /** Time of the last edit, if shown. */
  editedAt?: string | null | undefined;
}

export function Byline({ nickname, instant, byAuthor, editedAt }: BylineProps) {
  const official = useOfficial();
  return (
    <p className={`flex flex-wrap gap-x-2 ${styles.byline}`}>
      <span className="text-note font-semibold">{nickname ?? copy['author.unknown']}</span>
      {byAuthor ? (
        <span className={`text-accent text-small font-semibold ${styles.author}`}>
          {copy['reply.author']}
        </span>
      ) : null}
      {!instant ? null : official ? (
        <When instant={instant} editedAt={editedAt} />
      ) : (
        <span className={styles.when}>
          <DateTime instant={instant} />
        </span>
      )}
    </p>
  );
}

/** Renders the age and an edit mark; a tap shows both times in full [EV-04]. */
function When({ instant, editedAt }: { instant: string; editedAt: string | null | undefined }) {
  const [full, setFull] = useState(false);
  const Time = full ? DateTime : RelativeTime;
  return (
    <button type="button" className={styles.when} aria-expanded={full} onClick={() => setFull(!full)}>
      <Time instant={instant} />
      {editedAt ? (
        <>
          {` · ${copy['own.edited']} `}
          {full ? (
            <DateTime instant={editedAt} />
          ) : (
            <VisuallyHidden>
              <DateTime instant={editedAt} />
            </VisuallyHidden>
          )}
        </>
      ) : null}
    </button>
  );
}
