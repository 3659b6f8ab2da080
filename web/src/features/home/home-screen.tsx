import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { eventsQuery } from '../bulletin/bulletin-queries.ts';
import { EventPicture } from '../bulletin/event-picture.tsx';
import { useOfficial } from '../campus/campus-context.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import { VerifyNotice } from '../accounts/verify-notice.tsx';
import { homeQuery } from '../posts/post-queries.ts';
import { Link } from '../../lib/router.tsx';
import { Skeleton } from '../../components/states.tsx';
import { lazyModule } from '../../lib/use-module.ts';
import { BoardTiles } from './board-tiles.tsx';
import { Carousel } from './carousel.tsx';
import { FreshPosts } from './fresh-posts.tsx';
import styles from './home-screen.module.css';
import { Pins } from './pins.tsx';

const late = lazyModule(() => import('./now-lines.ts'));

export function HomeScreen() {
  const official = useOfficial();
  return (
    <Screen title={copy['home.heading']}>
      <VerifyNotice />
      <Events />
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
    <div className={styles.now}>
      <div>{parts ? <parts.PlacesLine /> : null}</div>
      {/* Most campuses have meals: their room is kept until it is known. */}
      {!home || home.meals ? <div>{home && parts ? <parts.MealRow /> : null}</div> : null}
    </div>
  );
}

function Events() {
  const { data: events, error, refetch } = useQuery(eventsQuery);
  // Half height in the official edition, which has more below.
  const brief = useOfficial();
  if (!events && error) return <Failure error={error} onRetry={refetch} />;
  if (!events) {
    return (
      <div className={brief ? styles.briefWaiting : styles.waiting}>
        <Skeleton height="100%" />
      </div>
    );
  }
  if (events.length === 0) return <p className={styles.empty}>{copy['home.events.empty']}</p>;
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
          <span className={styles.title}>{entry.title}</span>
        </Link>
      )}
    />
  );
}
