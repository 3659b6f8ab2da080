import type { OperatedCampus } from '@madang/contract/admin/campus-schema';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { StaffScreen } from '../moderation/staff-screen.tsx';
import { navigate, Link, useLocation } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import styles from './operate.module.css';
import { operatedCampusQuery } from './campus-queries.ts';

/** Forms and read-only parts load while the user reads the lists. */
const acts = lazyModule(() => import('./campus-acts.ts'));
const meals = lazyModule(() => import('./meals-form.tsx'));
const tables = lazyModule(() => import('./amenity-tables.tsx'));
const codes = lazyModule(() => import('./printed-codes.tsx'));
const voices = lazyModule(() => import('./place-voices.tsx'));

const parts = [
  { value: 'buildings', label: copy['operate.buildings'] },
  { value: 'amenities', label: copy['operate.amenity'] },
  { value: 'codes', label: copy['operate.codes'] },
  { value: 'voices', label: copy['voice.heading'] },
  { value: 'meals', label: copy['operate.meals'] },
  { value: 'hots', label: copy['operate.hots'] },
  { value: 'texts', label: copy['operate.texts'] },
] as const;
type Part = (typeof parts)[number]['value'];

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
          <div hidden={part !== 'buildings'}>
            <Buildings campus={campus} />
          </div>
          <div hidden={part !== 'amenities'}>
            <Amenities campus={campus} />
          </div>
          <div hidden={part !== 'codes'}>
            <Codes campus={campus} />
          </div>
          <div hidden={part !== 'voices'}>
            <CrowdReports campus={campus} />
          </div>
          <div hidden={part !== 'meals'}>
            <Meals />
          </div>
          <div hidden={part !== 'hots'}>
            <Hots campus={campus} />
          </div>
          <div hidden={part !== 'texts'}>
            <Texts campus={campus} />
          </div>
        </Tabs>
      )}
    </StaffScreen>
  );
}

interface PartProps {
  campus: OperatedCampus;
}

/** Opened for a new building. */
const NEW = '';

function Buildings({ campus: { buildings } }: PartProps) {
  const [open, setOpen] = useState<string | null>(null);
  const late = useModule(acts);
  const close = (): void => setOpen(null);
  return (
    <div className={styles.section}>
      <div className={styles.form}>
        {open === NEW && late ? (
          <late.BuildingForm building={null} onDone={close} />
        ) : (
          <Button busy={open === NEW} onClick={() => setOpen(NEW)}>
            {copy['operate.building.add']}
          </Button>
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
                <Button
                  look="quiet"
                  aria-expanded={isOpen}
                  aria-label={fillCopy(copy['operate.building.edit.label'], { name })}
                  onClick={() => setOpen(isOpen ? null : id)}
                >
                  {isOpen ? copy['action.close'] : copy['operate.change']}
                </Button>
              </div>
              {isOpen && late ? <late.BuildingForm building={building} onDone={close} /> : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Amenities({ campus: { said } }: PartProps) {
  const late = useModule(tables);
  return late ? <late.AmenityTables said={said} /> : <Skeleton width="100%" height="240px" />;
}

function Codes({ campus }: PartProps) {
  const late = useModule(codes);
  return late ? <late.PrintedCodes codes={campus.codes} /> : <Skeleton width="100%" height="240px" />;
}

function CrowdReports({ campus }: PartProps) {
  const late = useModule(voices);
  return late ? <late.PlaceReports campus={campus} /> : <Skeleton width="100%" height="240px" />;
}

function Meals() {
  const late = useModule(meals);
  return late ? <late.MealsForm /> : <Skeleton width="100%" height="240px" />;
}

function Hots({ campus: { hots } }: PartProps) {
  const late = useModule(acts);
  return (
    <div className={styles.section}>
      {late ? <late.HotForm /> : <Skeleton width="100%" height="120px" />}
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
            {late ? <late.HotRemoval postId={postId} title={title} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Texts({ campus }: PartProps) {
  const late = useModule(acts);
  return late ? (
    <late.CampusTexts moderation={campus.moderation} />
  ) : (
    <Skeleton width="100%" height="240px" />
  );
}
