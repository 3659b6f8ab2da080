import { useQuery } from '@tanstack/react-query';
import {
  CalendarHeart,
  Clock,
  Flame,
  Heart,
  type IconNode,
  Megaphone,
  MessageCircle,
  MessageCircleQuestion,
  PartyPopper,
  Wrench,
} from 'lucide';
import { Icon } from '../../components/button.tsx';
import { ListRow } from '../../components/lists.tsx';
import { NewMark, VisuallyHidden } from '../../components/visually-hidden.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Skeleton } from '../../components/states.tsx';
import { Link, useSheet } from '../../lib/router.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { lazyModule } from '../../lib/use-module.ts';
import { VerifyNotice } from '../accounts/account-notices.tsx';
import { eventsQuery } from '../bulletin/bulletin-queries.ts';
import { EventPicture } from '../bulletin/event-picture.tsx';
import { useOfficial } from '../campus/campus-context.ts';
import { RelativeTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import { Count, PostRows } from '../posts/post-rows.tsx';
import { homeQuery } from '../posts/post-queries.ts';
import { useNews } from '../posts/news.ts';
import posts from '../posts/post-rows.module.css';
import { Carousel } from './carousel.tsx';
import styles from './home-screen.module.css';
import { Pins } from './pins.tsx';

const late = lazyModule(() => import('./now-lines.tsx'));

export function HomeScreen() {
  const official = useOfficial();
  return (
    <Screen title={copy['home.heading']}>
      <VerifyNotice />
      <Events brief={official} />
      {official ? (
        <>
          <Pins />
          <NowCard />
        </>
      ) : null}
      <BoardTiles brief={official} />
      {official ? <FreshPosts /> : null}
    </Screen>
  );
}

/** Renders the best places and meals now; reserves its space before they load. */
function NowCard() {
  const { parts } = useLazyModule(late);
  const { data: home } = useQuery(homeQuery);
  return (
    <div className={`bg-surface rounded divide-y ${styles.now}`}>
      <div>{parts ? <parts.PlacesLine /> : null}</div>
      {/* Most campuses have meals: their room is kept until it is known. */}
      {!home || home.meals ? <div>{home && parts ? <parts.MealRow /> : null}</div> : null}
    </div>
  );
}

/** Renders the events, at half height if `brief`. */
function Events({ brief }: { brief: boolean }) {
  const { data: events, error, refetch } = useQuery(eventsQuery);
  if (!events && error) return <Failure error={error} onRetry={refetch} />;
  if (!events) {
    return (
      <div className={brief ? styles.briefWaiting : styles.waiting}>
        <Skeleton height="100%" />
      </div>
    );
  }
  if (events.length === 0)
    return <p className={`text-soft bg-surface text-center ${styles.empty}`}>{copy['home.events.empty']}</p>;
  return (
    <Carousel
      label={copy['home.events']}
      items={events}
      renderItem={(entry, { index, shown, near }) => (
        <Link
          className={brief ? `${styles.event} ${styles.brief}` : styles.event}
          to={`/board/event/${entry.id}`}
          state={{ entry, from: '/' }}
          tabIndex={shown ? undefined : -1}
          draggable={false}
        >
          {entry.image ? (
            <img
              className={styles.poster}
              src={near ? (entry.poster ?? entry.image) : undefined}
              alt=""
              width={840}
              height={420}
              fetchPriority={index === 0 ? 'high' : 'low'}
              draggable={false}
            />
          ) : (
            <EventPicture title={entry.title} className={styles.poster} />
          )}
          <span className={`row pad-3 flex-1 text-title font-bold leading-snug ${styles.title}`}>
            {entry.title}
          </span>
        </Link>
      )}
    />
  );
}

/** Renders the newest three posts, and this week's two most liked popular posts. */
function FreshPosts() {
  const { data, error, refetch } = useQuery(homeQuery);
  if (!data && error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  const { newest, hottest } = data;
  return (
    <>
      {newest.length === 0 ? (
        <p className="px-margin text-soft text-center pb-8">{copy['home.newest.empty']}</p>
      ) : null}
      <PostRows
        title={copy['home.newest']}
        posts={newest}
        facts={({ buildingName, createdAt, likeCount, replyCount }) => (
          <>
            <span>{buildingName}</span>
            <RelativeTime instant={createdAt} />
            <Count icon={Heart} n={likeCount} text={copy['count.likes']} />
            <Count icon={MessageCircle} n={replyCount} text={copy['count.replies']} />
          </>
        )}
        all="/board/new"
      />
      <PostRows
        title={copy['home.hottest']}
        posts={hottest}
        facts={({ buildingName, likeCount }) => (
          <>
            <span>{buildingName}</span>
            <span>{fillCopy(copy['count.likes'], { n: likeCount })}</span>
          </>
        )}
      />
    </>
  );
}

function Waiting() {
  return (
    <div className={posts.posts} role="status">
      <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
      {[3, 2].map((count) => (
        <div key={count}>
          <div className={posts.heading} />
          {Array.from({ length: count }, (_, index) => (
            <div key={index} className={count === 3 ? posts.pictured : posts.row}>
              <span className="flex-col flex-1 min-w-0 gap-hair">
                <Skeleton width="70%" height="1.4em" />
                <Skeleton width="40%" height="1em" />
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Renders home's six boards [SC-03], lower if `brief`; the bulletin tile asks for events or notices [RT-18]. */
function BoardTiles({ brief }: { brief: boolean }) {
  const chooser = useSheet('bulletin');
  const isNew = useNews();
  return (
    <>
      <ul className={brief ? `${styles.grid} ${styles.briefTiles}` : styles.grid}>
        {boardTiles.map(({ label, icon, to }) => {
          const content = (
            <>
              <span className={`row justify-center text-soft ${styles.icon}`}>
                <Icon of={icon} />
              </span>
              <span className={styles.label}>{label}</span>
              {isNew(to) ? <NewMark /> : null}
            </>
          );
          return (
            <li key={label}>
              {to === null ? (
                <button
                  type="button"
                  className={`tile relative text-center h-full ${styles.tile}`}
                  aria-haspopup="dialog"
                  onClick={chooser.show}
                >
                  {content}
                </button>
              ) : (
                <Link className={`tile relative text-center h-full ${styles.tile}`} to={to}>
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <Sheet title={copy['home.chooser']} sheet={chooser}>
        <div className="bleed">
          <ListRow icon={CalendarHeart} label={copy['board.event']} to="/board/event" replace />
          <ListRow icon={Megaphone} label={copy['board.notice']} to="/board/notice" replace />
        </div>
      </Sheet>
    </>
  );
}

interface BoardTile {
  label: string;
  icon: IconNode;
  /** Null opens the chooser between events and notices. */
  to: string | null;
}

export const boardTiles: readonly BoardTile[] = [
  { label: copy['tile.question'], icon: MessageCircleQuestion, to: '/board/question' },
  { label: copy['tile.eventNotice'], icon: CalendarHeart, to: null },
  { label: copy['tile.buildingNotice'], icon: Wrench, to: '/board/buildingNotice' },
  { label: copy['tile.new'], icon: Clock, to: '/board/new' },
  { label: copy['tile.hot'], icon: Flame, to: '/board/hot' },
  { label: copy['tile.festival'], icon: PartyPopper, to: '/board/festival' },
];
