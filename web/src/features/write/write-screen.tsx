import { needsWritingRight } from '@madang/contract/posts/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { DraftNote } from '../posts/draft-notes.tsx';
import { ListRow } from '../../components/lists.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Skeleton } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { goBack, navigate, type SheetControl, useLocation, useSheet } from '../../lib/router.tsx';
import { copy } from '../../copy.ko.ts';
import { isRefusal } from '../../lib/api.ts';
import { draftKey } from '../../lib/drafts.ts';
import { useHydrated, useKeyboardInset } from '../../lib/page.ts';
import { showToast } from '../../lib/toast-store.ts';
import { type FieldErrors, useForm } from '../../lib/use-form.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { Suspension, useWritingRightAlert } from '../accounts/account-notices.tsx';
import { useCampus, useOfficial } from '../campus/campus-context.ts';
import { buildingQuery, buildingsQuery } from '../campus/campus-queries.ts';
import { Failure } from '../campus/failure.tsx';
import forms from '../campus/form.module.css';
import { Screen } from '../campus/screen.tsx';
import { SubmitWithPictures, usePictureDraft } from '../pictures/uploads.tsx';
import { boardPath } from '../posts/post-queries.ts';
import { endSession, useUser, writingRightQuery } from '../session/session.ts';
import {
  contentOf,
  type Draft,
  emptyDraft,
  readBoard,
  readKind,
  readPostDraft,
  readWriteState,
} from './draft.ts';
import {
  BoardField,
  KeywordField,
  PicturePart,
  TextFields,
  usePostRules,
  usePostText,
  WriteSkeleton,
} from './post-fields.tsx';
import { landOnBoard, sendPost } from './send-post.ts';

/**
 * Redirects users without a required right; `doubtful` until known. Officially, unverified users are led to the verification and
 * back.
 */
function useRightCheck(needed: boolean) {
  const { writingRight, university, emailVerified } = useUser();
  const { state } = useLocation();
  const alert = useWritingRightAlert();
  const verifying = useOfficial() && university && !emailVerified;
  const refuse = useEffectEvent(() => {
    if (!verifying) return alert();
    showToast(copy['write.verify']);
    navigate(`/verify?${new URLSearchParams({ next: '/write' })}`, { replace: true, state });
  });
  const doubtful = needed && !writingRight;
  // The address may have been verified in another tab.
  const profile = useQuery({ ...writingRightQuery, enabled: doubtful });
  const refused = doubtful && profile.data?.writingRight === false;
  useEffect(() => {
    if (refused) refuse();
  }, [refused]);
  return { doubtful, profile };
}

export default function WriteScreen() {
  const { state } = useLocation();
  const hydrated = useHydrated();
  const { from, board: chosen } = readWriteState(hydrated ? state : null);
  const cameFrom = readBoard(from);
  const [picked, setPicked] = useState<string>();
  const board = picked ?? chosen ?? cameFrom;
  const picker = useSheet('building');
  const [turn, setTurn] = useState(0);
  const { doubtful, profile } = useRightCheck(
    hydrated && (board === null || needsWritingRight(readKind(board))),
  );
  const official = useOfficial();
  // The beta asks for the building before it shows the form.
  const open = hydrated && !doubtful && (board !== null || official);
  const inForm = !cameFrom && readKind(board) === 'building';
  // The focused button was removed with the form.
  useEffect(() => {
    if (turn > 0) document.querySelector('h1')?.focus();
  }, [turn]);

  // One history entry, however the building was chosen: back leaves the screen.
  useEffect(() => {
    if (picked && !picker.open && chosen !== picked)
      navigate('/write', { replace: true, state: { from, board: picked } });
  }, [picked, picker.open, chosen, from]);

  function choose(buildingId: string): void {
    setPicked(buildingId);
    picker.close();
  }

  return (
    <Screen title={copy['write.heading']}>
      {doubtful && profile.error ? (
        <Failure error={profile.error} onRetry={profile.refetch} />
      ) : !open ? (
        <WriteSkeleton />
      ) : (
        <WriteForm
          key={`${official && inForm ? '' : board}/${turn}`}
          boardId={board}
          onChooseBoard={inForm ? picker.show : undefined}
          onRestart={() => setTurn((current) => current + 1)}
        />
      )}
      {doubtful || cameFrom ? null : (
        <BuildingSheet
          sheet={board === null && !official ? { open: true, close: () => goBack('/') } : picker}
          lead={from?.startsWith('/board/buildingNotice') ? copy['write.board.facility'] : undefined}
          onChoose={choose}
        />
      )}
    </Screen>
  );
}

interface WriteFormProps {
  /** Null without a chosen building: sending then asks for it. */
  boardId: string | null;
  /** Set if the building can be changed. */
  onChooseBoard: (() => void) | undefined;
  /** Reinitializes the form from the draft on the device. */
  onRestart: () => void;
}

function WriteForm({ boardId, onChooseBoard, onRestart }: WriteFormProps) {
  const { data: board } = useQuery({ ...buildingQuery(boardId ?? ''), enabled: boardId !== null });
  const { form, draft, kind, asking } = useWriteForm(boardId, onChooseBoard);
  const { keywords } = form.values;
  useKeyboardInset();

  return (
    <form className={forms.form} {...form.form}>
      {boardId !== null ? <Suspension boardId={boardId} /> : null}
      {draft.restored && !form.busy ? (
        <DraftNote text={copy['draft.post']} onDiscard={draft.discard} />
      ) : null}
      <BoardField name={boardId === null ? null : board?.name} onChoose={onChooseBoard} />
      <TextFields form={form} asked={kind === 'question'}>
        {asking ? <asking.QuestionPart form={form} onRestart={onRestart} /> : null}
      </TextFields>
      <PicturePart uploads={draft.uploads} />
      <KeywordField
        kind={kind}
        value={keywords}
        error={form.errors.keywords}
        onChange={(chosen) => form.set('keywords', chosen)}
      />
      <SubmitWithPictures upload={draft.uploads.upload} busy={form.busy}>
        {copy['write.submit']}
      </SubmitWithPictures>
    </form>
  );
}

const late = lazyModule(() => import('./question-part.tsx'));

/** Draft key of a post whose building is chosen in the form: another choice keeps it. */
const ANY_BUILDING = '*';

/** Holds the form of a new post, its draft and its sending; `chooseBoard` if the form chooses the building. */
function useWriteForm(boardId: string | null, chooseBoard: (() => void) | undefined) {
  const user = useUser();
  const official = useOfficial();
  const key = draftKey(user.id, boardId === null || (official && chooseBoard) ? ANY_BUILDING : boardId);
  const [initial] = useState(() => readPostDraft(key) ?? emptyDraft);
  const kind = readKind(boardId);
  const validate = usePostRules(kind);
  const asking = useModule(late, kind === 'question' && official);
  const client = useQueryClient();
  const { from } = readWriteState(useLocation().state);
  const tell = useTellFailure();

  const form = useForm<Draft>({
    initial,
    validate,
    send: async (values): Promise<void> => {
      if (boardId === null) return chooseBoard?.();
      const sent = await sendPost(boardId, values, {
        uploads: draft.uploads,
        set: form.set,
        several: official,
      });
      draft.finish();
      if (sent) landOnBoard({ client, user, from }, sent);
      else navigate(boardPath(boardId), { replace: true });
    },
    // The draft is kept in every case.
    onError: tell,
  });
  const draft = usePictureDraft(form, key, emptyDraft, contentOf);
  return { form, draft, kind, asking };
}

function useTellFailure() {
  const client = useQueryClient();
  const refuse = useWritingRightAlert();
  const { describeFields, describeError } = usePostText();
  return (error: unknown): FieldErrors<Draft> | undefined => {
    if (isRefusal(error, 'right.required')) {
      refuse();
      return undefined;
    }
    showToast((error as { told?: string }).told ?? describeError(error));
    // The draft stays on the device until the next login [ER-09].
    if (isRefusal(error, 'session.required')) endSession(client, '/');
    return describeFields(error);
  };
}

interface BuildingSheetProps {
  sheet: Pick<SheetControl, 'open' | 'close'>;
  /** Reason for asking, if not obvious. */
  lead?: string | undefined;
  onChoose: (buildingId: string) => void;
}

const ALL = 'all';

/** Asks for the building of a post [SC-41]. */
function BuildingSheet({ sheet, lead, onChoose }: BuildingSheetProps) {
  const { categories } = useCampus();
  const [category, setCategory] = useState(ALL);
  const { data, error, refetch } = useQuery(buildingsQuery);
  const tabs = [
    { value: ALL, label: copy['category.all'] },
    ...categories.map(({ name, tab }) => ({ value: name, label: tab })),
  ];
  return (
    <Sheet title={copy['write.building']} sheet={sheet}>
      {lead ? <p>{lead}</p> : null}
      <div className="bleed">
        <Tabs look="pill" label={copy['building.tabs']} items={tabs} value={category} onChange={setCategory}>
          {error && !data ? <Failure error={error} onRetry={refetch} /> : null}
          {!error && !data ? <Skeleton height="320px" /> : null}
          <ul>
            {data
              ?.filter((building) => category === ALL || building.category === category)
              .map((building) => (
                <li key={building.id}>
                  <ListRow
                    label={building.name}
                    detail={building.category}
                    onClick={() => onChoose(building.id)}
                  />
                </li>
              ))}
          </ul>
        </Tabs>
      </div>
    </Sheet>
  );
}
