import type { OperatedCampus } from '@madang/contract/admin/campus-schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Skeleton } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { asTyped, TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask, call } from '../../lib/api.ts';
import { Link, navigate, useLocation } from '../../lib/router.tsx';
import { useForm } from '../../lib/use-form.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { useCampus } from '../campus/campus-context.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { reasonTexts } from '../moderation/moderation-texts.ts';
import { StaffScreen } from '../moderation/staff.tsx';
import { operatedCampusQuery } from './admin-queries.ts';
import { BuildingForm } from './building-form.tsx';
import { Fact, OpenButton, reasonField, ReasonForm } from './operate-parts.tsx';
import styles from './operate.module.css';
import { PlaceReports } from './place-voices.tsx';
import { PrintedCodes } from './printed-codes.tsx';
import { useCampusAct } from './use-operator-act.ts';

/** Load while the user reads the first list. */
const tables = lazyModule(() => import('./amenity-tables.tsx'));
const meals = lazyModule(() => import('./meals-form.tsx'));
const uploads = lazyModule(() => import('./tables-form.tsx'));

const parts = [
  { value: 'buildings', label: copy['operate.buildings'] },
  { value: 'amenities', label: copy['operate.amenity'] },
  { value: 'codes', label: copy['operate.codes'] },
  { value: 'voices', label: copy['voice.heading'] },
  { value: 'meals', label: copy['operate.meals'] },
  { value: 'tables', label: copy['operate.tables'] },
  { value: 'hots', label: copy['operate.hots'] },
  { value: 'texts', label: copy['operate.texts'] },
] as const;
type Part = (typeof parts)[number]['value'];

const renderPart: Record<Part, (campus: OperatedCampus) => ReactNode> = {
  buildings: ({ buildings }) => <Buildings buildings={buildings} />,
  amenities: ({ said }) => <Amenities said={said} />,
  codes: ({ codes }) => <PrintedCodes codes={codes} />,
  voices: (campus) => <PlaceReports campus={campus} />,
  meals: () => <Meals />,
  tables: () => <Tables />,
  hots: ({ hots }) => <Hots hots={hots} />,
  texts: ({ moderation }) => <CampusTexts moderation={moderation} />,
};

/** Renders buildings, amenities, popular posts and campus texts: the other daily tasks of the operator command. */
export default function CampusScreen() {
  const asked = new URLSearchParams(useLocation().search).get('part');
  const part: Part = parts.find(({ value }) => value === asked)?.value ?? 'buildings';
  return (
    <StaffScreen title={copy['operate.campus']} operator query={operatedCampusQuery} wide="own">
      {(campus) => (
        <Tabs
          label={copy['operate.campus.parts']}
          items={parts}
          value={part}
          look="pill"
          onChange={(chosen) => navigate(`/operate/campus?part=${chosen}`, { replace: true })}
        >
          {/* All stay: what was typed is there again. */}
          {parts.map(({ value }) => (
            <div key={value} hidden={part !== value}>
              {renderPart[value](campus)}
            </div>
          ))}
        </Tabs>
      )}
    </StaffScreen>
  );
}

/** Opened for a new building. */
const NEW = '';

function Buildings({ buildings }: Pick<OperatedCampus, 'buildings'>) {
  const [open, setOpen] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className={styles.section}>
      <div className={styles.form}>
        {open === NEW ? (
          <BuildingForm building={null} onDone={close} />
        ) : (
          <Button onClick={() => setOpen(NEW)}>{copy['operate.building.add']}</Button>
        )}
      </div>
      <ul className={`${styles.written} ${styles.rows}`}>
        {buildings.map((building) => {
          const { id, name, category } = building;
          const isOpen = open === id;
          return (
            <li key={id}>
              <div className={styles.line}>
                <span>
                  {name}
                  <br />
                  <span className={styles.note}>
                    {category} · {id}
                  </span>
                </span>
                <OpenButton
                  open={isOpen}
                  label={fillCopy(copy['operate.building.edit.label'], { name })}
                  text={copy['operate.change']}
                  onToggle={(opens) => setOpen(opens ? id : null)}
                />
              </div>
              {isOpen ? <BuildingForm building={building} onDone={close} /> : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Hots({ hots }: Pick<OperatedCampus, 'hots'>) {
  return (
    <div className={styles.section}>
      <HotForm />
      <h2 className={styles.heading}>{copy['operate.hots.list']}</h2>
      {hots.length === 0 ? <p className={styles.empty}>{copy['operate.hots.none']}</p> : null}
      <ul className={`${styles.written} ${styles.rows}`}>
        {hots.map(({ postId, title, board, likeCount, promotedAt }) => (
          <li key={postId}>
            <Link to={`/post/${postId}`}>{title}</Link>
            <span className={styles.note}>
              {fillCopy(copy['operate.hots.facts'], { board, n: likeCount })} ·{' '}
              <DateTime instant={promotedAt} />
            </span>
            <HotRemoval postId={postId} title={title} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const waiting = <Skeleton width="100%" height="240px" />;

function Amenities({ said }: Pick<OperatedCampus, 'said'>) {
  const late = useModule(tables);
  return late ? <late.AmenityTables said={said} /> : waiting;
}

function Meals() {
  const late = useModule(meals);
  return late ? <late.MealsForm /> : waiting;
}

function Tables() {
  const late = useModule(uploads);
  return late ? <late.TablesForm /> : waiting;
}

/** Adds a post to the popular list by its copied address. */
export function HotForm() {
  const { finish, refuse } = useCampusAct();
  const form = useForm({
    initial: { post: '', hotReason: '' },
    validate: ({ post }) => ({ post: post.trim() === '' ? copy['error.required'] : undefined }),
    async send({ post, hotReason }) {
      await call('POST /api/operate/hots', { body: { post, reason: hotReason } });
      await finish();
      form.set('post', '');
      form.set('hotReason', '');
    },
    onError(error) {
      const { post, reason: hotReason } = refuse(error, copy['operate.hots.missing']);
      return { post, hotReason };
    },
  });
  return (
    <Form className={styles.form} form={form} submit={copy['operate.hots.add']}>
      <TextField
        {...asTyped}
        {...form.field('post')}
        label={copy['operate.hots.post']}
        note={copy['operate.hots.post.note']}
      />
      <TextField {...form.field('hotReason')} {...reasonField} />
    </Form>
  );
}

/** Removes a post from the popular list after a second press. */
export function HotRemoval({ postId, title }: { postId: string; title: string }) {
  const [sure, setSure] = useState(false);
  const by = useCampusAct();
  return sure ? (
    <div className={styles.form}>
      <p className={styles.note}>{copy['operate.hots.remove.note']}</p>
      <ReasonForm
        name={`reason-${postId}`}
        note={copy['operate.reason.free']}
        submit={copy['operate.hots.remove.submit']}
        by={by}
        act={(reason) =>
          call('POST /api/operate/hots/{id}/removal', { path: { id: postId }, body: { reason } })
        }
      />
    </div>
  ) : (
    <Button
      look="quiet"
      aria-label={fillCopy(copy['operate.hots.remove.label'], { title })}
      onClick={() => setSure(true)}
    >
      {copy['operate.hots.remove']}
    </Button>
  );
}

const documents = [
  { document: 'terms', label: copy['legal.terms'] },
  { document: 'privacy', label: copy['legal.privacy'] },
] as const;

const legalDaysQuery = (document: 'terms' | 'privacy') =>
  queryOptions({
    queryKey: ['operate', 'legal', document],
    ...ask('GET /api/legal/{document}', { path: { document } }, ({ version, effectiveOn }) => ({
      version,
      effectiveOn,
    })),
  });

/** Renders the texts of the campus folder, read-only. */
export function CampusTexts({ moderation }: { moderation: OperatedCampus['moderation'] }) {
  const { keywords, placeWord, festivalKeywords, searchTerms } = useCampus();
  const { hideAt, openedOn, firstDayPosts, firstDayReplies, repeatMinutes, repeatLetters, texts } =
    moderation;
  return (
    <div className={styles.section}>
      <p className={styles.note}>{copy['operate.texts.note']}</p>
      <h2 className={styles.heading}>{copy['operate.texts.legal']}</h2>
      <ul className={styles.written}>
        {documents.map((entry) => (
          <LegalDays key={entry.document} {...entry} />
        ))}
      </ul>
      <Words title={copy['operate.texts.keywords']} words={keywords.map((word) => `${word} ${placeWord}`)} />
      <Words title={copy['operate.texts.festival']} words={festivalKeywords} />
      <Words title={copy['operate.texts.terms']} words={searchTerms} />
      <h2 className={styles.heading}>{copy['operate.texts.moderation']}</h2>
      <dl className="tabular-nums pt-4">
        <Fact label={copy['operate.texts.hideAt']}>
          {fillCopy(copy['operate.texts.people'], { n: hideAt })}
        </Fact>
        <Fact label={copy['operate.texts.openedOn']}>{openedOn ?? copy['operate.texts.openedOn.usual']}</Fact>
        <Fact label={copy['operate.texts.firstDayPosts']}>{firstDayPosts}</Fact>
        <Fact label={copy['operate.texts.firstDayReplies']}>{firstDayReplies}</Fact>
        <Fact label={copy['operate.texts.repeatMinutes']}>
          {fillCopy(copy['wait.minutes'], { n: repeatMinutes })}
        </Fact>
        <Fact label={copy['operate.texts.repeatLetters']}>{repeatLetters}</Fact>
      </dl>
      <h2 className={styles.heading}>{copy['operate.texts.decisions']}</h2>
      {texts.length === 0 ? <p className={styles.empty}>{copy['operate.health.none']}</p> : null}
      <ul className={styles.written}>
        {texts.map(({ reason, text }) => (
          <li key={reason}>
            <span className={styles.note}>
              {reason === 'restored' ? copy['operate.texts.restored'] : reasonTexts[reason]}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function LegalDays({ document, label }: (typeof documents)[number]) {
  const { data, error, refetch } = useQuery(legalDaysQuery(document));
  return (
    <li>
      <Link to={`/${document}`}>{label}</Link>
      {data ? (
        <span className={styles.note}>
          {fillCopy(copy['operate.texts.version'], { version: data.version, day: data.effectiveOn })}
        </span>
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Skeleton width="60%" height="20px" />
      )}
    </li>
  );
}

function Words({ title, words }: { title: string; words: readonly string[] }) {
  return (
    <>
      <h2 className={styles.heading}>{title}</h2>
      <p>{words.join(', ')}</p>
    </>
  );
}
