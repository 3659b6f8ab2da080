import {
  Bell,
  BellRing,
  Bookmark,
  CircleHelp,
  FileText,
  Gavel,
  LogOut,
  MailCheck,
  MessageCircle,
  MessagesSquare,
  PenLine,
  ShieldCheck,
  ShoppingBag,
  UserRound,
  UserX,
  Wrench,
} from 'lucide';
import type { ReactNode } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { useOfficialAction } from '../../parts/campus/official-feature.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { useSoonMark } from '../../parts/campus/soon-mark.tsx';
import { useLogOut } from '../../parts/campus/use-log-out.ts';
import { useVerificationMail } from '../../parts/campus/use-verification-mail.ts';
import { VerifyNotice } from '../../parts/campus/verify-notice.tsx';
import { useSession, useUser } from '../../parts/session/session.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './mypage.module.css';
import { VerifiedBadge } from './verified-badge.tsx';

export default function MyPageScreen() {
  const campus = useCampus();
  const { nickname, emailVerified } = useUser();
  const { role } = useSession();
  const { onClick: logOut } = useLogOut();
  const { onClick: sendMail } = useVerificationMail();
  const verify = emailVerified ? () => showToast(copy['info.verified.already']) : sendMail;
  const openShop = useOfficialAction(copy['mypage.shop.alert']);
  const openLicences = useOfficialAction(copy['mypage.licences.alert']);
  const { mark: shopMark, ...shop } = useSoonMark({ built: false });
  const { mark: licencesMark, ...licences } = useSoonMark({ built: true });

  return (
    <Screen title={copy['mypage.heading']}>
      <div className={styles.me}>
        <p className={styles.nickname}>{nickname}</p>
        <VerifiedBadge verified={emailVerified} />
      </div>
      <VerifyNotice />
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
        {campus.edition === 'official' ? (
          <>
            <ListRow icon={MessagesSquare} label={copy['mypage.replied']} to="/mypage/replied" />
            <ListRow icon={BellRing} label={copy['alerts.title']} to="/mypage/alerts" />
            <ListRow icon={Bell} label={copy['notify.title']} to="/mypage/notifications" />
          </>
        ) : null}
      </Group>
      <Group label={copy['mypage.account']}>
        <ListRow icon={UserRound} label={copy['mypage.profile']} to="/mypage/viewprofile" />
        <ListRow icon={MailCheck} label={copy['mypage.verify']} onClick={verify} />
        {campus.edition === 'official' ? (
          <>
            <ListRow icon={ShieldCheck} label={copy['mypage.cases']} to="/mypage/cases" />
            <ListRow icon={UserX} label={copy['mypage.blocks']} to="/mypage/blocks" />
          </>
        ) : null}
        {role ? <ListRow icon={Gavel} label={copy['moderate.title']} to="/moderate" /> : null}
        {role?.operator ? <ListRow icon={Wrench} label={copy['operate.title']} to="/operate" /> : null}
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
          {...(campus.edition === 'official' ? { to: '/mypage/licences' } : {})}
        />
        <ListRow icon={LogOut} label={copy['mypage.logout']} onClick={logOut} />
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
