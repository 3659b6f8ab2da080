import { placeKeyword } from '@madang/contract/campus/rules';
import { bellText } from '@madang/contract/notifications/rules';
import type { PostSummary } from '@madang/contract/posts/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Bell, Share } from 'lucide';
import { useEffect } from 'react';
import { Icon, IconButton } from '../components/button.tsx';
import { TOOLS_ID } from '../components/header.tsx';
import { copy, fillCopy } from '../copy.ko.ts';
import { useCampus, useOfficial } from '../features/campus/campus-context.ts';
import { useBuilding } from '../features/campus/campus-queries.ts';
import { boardPath, postQuery, readEntry } from '../features/posts/post-queries.ts';
import { useSession } from '../features/session/session.ts';
import { useHydrated } from '../lib/page.ts';
import { goBack, Link, useLocation } from '../lib/router.tsx';
import { showToast } from '../lib/toast-store.ts';
import { lazyModule, useModule } from '../lib/use-module.ts';
import styles from './frame.module.css';
import type { FrameLook } from './read-frame.ts';

export function FrameHeader(look: FrameLook) {
  const { parent, header, shared } = look;
  const official = useOfficial();
  const findParent = useParentOfPost();
  return (
    <header className={styles.header}>
      {parent === null ? null : (
        <IconButton label={copy['action.back']} onClick={() => goBack(findParent() ?? parent)}>
          <Icon of={ArrowLeft} />
        </IconButton>
      )}
      <div className={`flex-col justify-center items-center min-w-0 text-center ${styles.middle}`}>
        <HeaderMiddle {...look} />
      </div>
      {header === 'bell' && official ? <InboxLink /> : null}
      {shared ? (
        <div id={TOOLS_ID} className={header === 'post' ? styles.tools : styles.tool}>
          <ShareButton />
        </div>
      ) : null}
    </header>
  );
}

/** Shares only the address, nothing that a student wrote [EV-03]. */
function ShareButton() {
  const { name } = useCampus().product;
  const { pathname } = useLocation();
  return (
    <IconButton
      label={copy['action.share']}
      onClick={() => void share(name, `${location.origin}${pathname}`)}
    >
      <Icon of={Share} />
    </IconButton>
  );
}

const live = lazyModule(() => import('../features/notifications/live-unread.ts'));

/** Renders the bell with the session's live number; the server renders the same for every user. */
function InboxLink() {
  const client = useQueryClient();
  const { unread = 0 } = useSession();
  const follow = useModule(live)?.followBell;
  useEffect(() => follow?.(client), [follow, client]);
  const n = useHydrated() && bellText(unread);
  return (
    <Link
      className={`row justify-center relative ${styles.bell}`}
      to="/notifications"
      aria-label={n ? fillCopy(copy['inbox.bell'], { n }) : copy['inbox']}
    >
      <Icon of={Bell} />
      {n ? <b>{n}</b> : null}
    </Link>
  );
}

function HeaderMiddle({ header, title, titleTo, params }: FrameLook) {
  const campus = useCampus();
  const official = campus.edition === 'official';
  switch (header) {
    case 'title':
      return titleTo ? (
        <Link className={styles.title} to={titleTo}>
          {title}
        </Link>
      ) : (
        <span className={styles.title}>{title}</span>
      );
    case 'building':
      return <BuildingName id={params['buildingId'] ?? ''} />;
    case 'post':
      return <BoardOfPost id={params['id'] ?? ''} />;
    case 'keyword': {
      const keyword = campus.keywords[Number(params['keywordId']) - 1];
      const category = campus.keywordCategories.find(({ id }) => String(id) === params['categoryId']);
      const all = official && params['categoryId'] === '0' ? copy['festival.all'] : undefined;
      return (
        <>
          <span className={styles.place}>{keyword ? placeKeyword(keyword, campus.placeWord) : ''}</span>
          <span className={`text-faint text-small ${styles.under}`}>{category?.label ?? all}</span>
        </>
      );
    }
    default:
      return (
        <Link
          className={`inline-row gap-2 min-h-touch text-accent ${styles.logo}`}
          to="/"
          aria-label={fillCopy(copy['header.home'], { product: campus.product.name })}
        >
          {campus.product.name}
        </Link>
      );
  }
}

function BuildingName({ id }: { id: string }) {
  const { data } = useBuilding(id);
  return <span className={styles.title}>{data?.name}</span>;
}

function BoardOfPost({ id }: { id: string }) {
  const { data } = useQuery({ ...postQuery(id), enabled: false });
  const { state } = useLocation();
  const { buildingId, buildingName } = data ?? readEntry<PostSummary>(state, 'post', id) ?? {};
  return buildingId ? (
    <Link className={styles.title} to={boardPath(buildingId)}>
      {buildingName}
    </Link>
  ) : null;
}

/** Returns a getter of a post's back target: the opening page, or its board once loaded. */
function useParentOfPost(): () => string | undefined {
  const client = useQueryClient();
  const { pathname, state } = useLocation();
  return () => {
    const id = /^\/post\/([^/]+)$/.exec(pathname)?.[1];
    if (id === undefined) return undefined;
    const { from } = (state ?? {}) as { from?: unknown };
    if (typeof from === 'string' && from.startsWith('/')) return from;
    const { buildingId } =
      client.getQueryData(postQuery(id).queryKey) ?? readEntry<PostSummary>(state, 'post', id) ?? {};
    return buildingId && boardPath(buildingId);
  };
}

/** Opens the system's share sheet, or copies the address if there is none. */
async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
    return;
  } catch (error) {
    // Closed without a choice, or pressed twice; any other error means that this browser cannot share.
    if (error instanceof DOMException && /Abort|InvalidState/.test(error.name)) return;
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast(copy['share.copied']);
  } catch {
    // Without permission, or without HTTPS: the address can be read and typed.
    showToast(url);
  }
}
