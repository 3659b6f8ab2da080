import { useQueryClient } from '@tanstack/react-query';
import {
  Bookmark,
  CircleHelp,
  FileText,
  LogOut,
  MailCheck,
  MessageCircle,
  PenLine,
  ShoppingBag,
  UserRound,
} from 'lucide';
import type { ReactNode } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { useOfficialAction } from '../../parts/campus/official-feature.ts';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { useSoonMark } from '../../parts/campus/soon-mark.tsx';
import { announceSession } from '../../parts/session/session-channel.ts';
import { endSession, fetchProfile, useStudent } from '../../parts/session/session.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './mypage.module.css';
import { VerifiedBadge } from './verified-badge.tsx';

export function MyPageScreen() {
  const client = useQueryClient();
  const campus = useCampus();
  const student = useStudent();
  const { describeError } = useProblemText();
  const openShop = useOfficialAction('shop', copy['mypage.shop.alert']);
  const openLicences = useOfficialAction('licences', copy['mypage.licences.alert']);
  const { mark: shopMark, ...shop } = useSoonMark('shop');
  const { mark: licencesMark, ...licences } = useSoonMark('licences');

  async function verify(): Promise<void> {
    if (student.emailVerified) {
      showToast(copy['info.verified.already']);
      return;
    }
    try {
      await call('POST /api/verification');
      showToast(copy['info.verified.sent']);
    } catch (error) {
      if (isRefusal(error, 'email.verified')) await fetchProfile(client).catch(() => undefined);
      showToast(describeError(error));
    }
  }

  async function logOut(): Promise<void> {
    try {
      await call('DELETE /api/session');
    } catch (error) {
      if (!isRefusal(error, 'session.required')) {
        showToast(describeError(error));
        return;
      }
    }
    announceSession('signed-out');
    endSession(client, '/login');
  }

  return (
    <Screen title={copy['mypage.heading']}>
      <div className={styles.me}>
        <p className={styles.nickname}>{student.nickname}</p>
        <VerifiedBadge verified={student.emailVerified} />
      </div>
      <Group label={copy['mypage.activity']}>
        <ListRow
          icon={ShoppingBag}
          label={copy['mypage.shop']}
          onClick={openShop}
          detail={shopMark}
          {...shop}
        />
        <ListRow icon={Bookmark} label={copy['mypage.scrap']} to="/mypage/scrap" />
        <ListRow icon={PenLine} label={copy['mypage.myposts']} to="/mypage/myposts" />
      </Group>
      <Group label={copy['mypage.account']}>
        <ListRow icon={UserRound} label={copy['mypage.profile']} to="/mypage/viewprofile" />
        <ListRow icon={MailCheck} label={copy['mypage.verify']} onClick={() => void verify()} />
      </Group>
      <Group label={copy['mypage.help']}>
        <ListRow
          icon={CircleHelp}
          label={copy['mypage.howto']}
          onClick={() => showToast(fillCopy(copy['mypage.howto.alert'], { account: campus.socialAccount }))}
        />
        <ListRow icon={MessageCircle} label={copy['mypage.inquiry']} href={campus.inquiryUrl} />
        <ListRow
          icon={FileText}
          label={copy['mypage.licences']}
          onClick={openLicences}
          detail={licencesMark}
          {...licences}
        />
        <ListRow icon={LogOut} label={copy['mypage.logout']} onClick={() => void logOut()} />
      </Group>
    </Screen>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{label}</h2>
      {children}
    </section>
  );
}
