import { needsWritingRight } from '@madang/contract/posts/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { Failure } from '../campus/failure.tsx';
import { useOfficial } from '../campus/campus-context.ts';
import { useWritingRightAlert } from '../accounts/writing-right.ts';
import { Screen } from '../campus/screen.tsx';
import { writingRightQuery } from '../session/profile-queries.ts';
import { useUser } from '../session/session.ts';
import { goBack, navigate, useLocation, useSheet } from '../../lib/router.tsx';
import { useHydrated } from '../../lib/page.ts';
import { showToast } from '../../lib/toast-store.ts';
import { BuildingSheet } from './building-sheet.tsx';
import { WriteForm } from './write-form.tsx';
import { readBoard, readKind, readWriteState } from './write-target.ts';
import { WriteSkeleton } from './write-skeleton.tsx';

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
