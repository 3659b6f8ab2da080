import {
  Bell,
  BellRing,
  Bookmark,
  CircleHelp,
  Construction,
  FileText,
  Gavel,
  LogOut,
  MailCheck,
  MessageCircle,
  MessagesSquare,
  PenLine,
  Phone,
  ShieldCheck,
  ShoppingBag,
  SlidersHorizontal,
  UserRound,
  UserX,
  Wrench,
} from 'lucide';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ListRow } from '../../components/lists.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useModule } from '../../lib/use-module.ts';
import { useLogOut, useVerificationMail, VerifyNotice } from '../accounts/account-notices.tsx';
import { useCampus, useHasInPack, useOfficial } from '../campus/campus-context.ts';
import { Screen } from '../campus/screen.tsx';
import { useSoonMark } from '../campus/soon-mark.tsx';
import { outboxModule } from '../offline/use-optimistic.ts';
import { useSession, useUser } from '../session/session.ts';
import styles from './mypage.module.css';
import { VerifiedBadge } from './profile-parts.tsx';

export default function MyPageScreen() {
  const official = useOfficial();
  const { nickname, emailVerified } = useUser();
  const outbox = useModule(outboxModule);
  return (
    <Screen title={copy['mypage.heading']}>
      <div className={`row flex-wrap ${styles.me}`}>
        <p className={styles.nickname}>{nickname}</p>
        <VerifiedBadge verified={emailVerified} />
      </div>
      <VerifyNotice />
      {outbox ? <outbox.OutboxRow /> : null}
      {official ? <OfficialRows /> : <BetaRows />}
    </Screen>
  );
}

/** In the order of the specification [SC-34]. */
function BetaRows() {
  const campus = useCampus();
  const { emailVerified } = useUser();
  const { onClick: sendMail } = useVerificationMail();
  const verify = emailVerified ? () => showToast(copy['info.verified.already']) : sendMail;
  const { mark, ...soon } = useSoonMark({ built: false });
  const { mark: licencesMark, ...licences } = useSoonMark({ built: true });
  const tell = (text: string) => () => showToast(text);
  return (
    <>
      <Group label={copy['mypage.activity']}>
        <ListRow
          icon={ShoppingBag}
          label={copy['mypage.shop']}
          onClick={tell(copy['mypage.shop.alert'])}
          detail={mark}
          {...soon}
        />
        <ListRow icon={Bookmark} label={copy['mypage.scrap']} to="/mypage/scrap" />
        <ListRow icon={PenLine} label={copy['mypage.myposts']} to="/mypage/myposts" />
      </Group>
      <Group label={copy['mypage.account']}>
        <ListRow icon={UserRound} label={copy['mypage.profile']} to="/mypage/viewprofile" />
        <ListRow icon={MailCheck} label={copy['mypage.verify']} onClick={verify} />
      </Group>
      <Help
        howto={{ onClick: tell(fillCopy(copy['mypage.howto.alert'], { account: campus.socialAccount })) }}
        licences={{ onClick: tell(copy['mypage.licences.alert']), detail: licencesMark, ...licences }}
      />
    </>
  );
}

/** In the order of use [EV-09]. */
function OfficialRows() {
  const { role } = useSession();
  const { emailVerified } = useUser();
  const { onClick: verify } = useVerificationMail();
  return (
    <>
      <Group label={copy['mypage.activity']}>
        <ListRow icon={PenLine} label={copy['mypage.myposts']} to="/mypage/myposts" />
        <ListRow icon={MessagesSquare} label={copy['mypage.replied']} to="/mypage/replied" />
        <ListRow icon={Bookmark} label={copy['mypage.scrap']} to="/mypage/scrap" />
        <ListRow icon={Construction} label={copy['ticket.own']} to="/mypage/tickets" />
        <ListRow icon={Bell} label={copy['inbox']} to="/notifications" />
      </Group>
      <Group label={copy['mypage.settings']}>
        {emailVerified ? null : <ListRow icon={MailCheck} label={copy['mypage.verify']} onClick={verify} />}
        <ListRow icon={UserRound} label={copy['mypage.profile']} to="/mypage/viewprofile" />
        <ListRow icon={BellRing} label={copy['alerts.title']} to="/mypage/alerts" />
        <ListRow icon={SlidersHorizontal} label={copy['notify.title']} to="/mypage/notifications" />
        <ListRow icon={ShieldCheck} label={copy['mypage.cases']} to="/mypage/cases" />
        <ListRow icon={UserX} label={copy['mypage.blocks']} to="/mypage/blocks" />
        {role ? <ListRow icon={Gavel} label={copy['moderate.title']} to="/moderate" /> : null}
        {role?.operator ? <ListRow icon={Wrench} label={copy['operate.title']} to="/operate" /> : null}
      </Group>
      <Help howto={{ to: '/mypage/howto' }} licences={{ to: '/mypage/licences' }} />
    </>
  );
}

type Entry = Partial<ComponentProps<typeof ListRow>>;

function Help({ howto, licences }: { howto: Entry; licences: Entry }) {
  const { inquiryUrl } = useCampus();
  const hasNumbers = useHasInPack('emergency');
  const { onClick: logOut } = useLogOut();
  const outbox = useModule(outboxModule);
  const [asking, setAsking] = useState(false);
  const leave = (): void => (outbox?.hasUnsent() ? setAsking(true) : logOut());
  return (
    <Group label={copy['mypage.help']}>
      {hasNumbers ? <ListRow icon={Phone} label={copy['emergency.title']} to="/emergency" /> : null}
      <ListRow icon={CircleHelp} label={copy['mypage.howto']} {...howto} />
      <ListRow icon={MessageCircle} label={copy['mypage.inquiry']} href={inquiryUrl} />
      <ListRow icon={FileText} label={copy['mypage.licences']} {...licences} />
      <ListRow icon={LogOut} label={copy['mypage.logout']} onClick={leave} />
      {outbox ? <outbox.LeaveSheet open={asking} onClose={() => setAsking(false)} onLeave={logOut} /> : null}
    </Group>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="py-2 band-above">
      <h2 className={styles.heading}>{label}</h2>
      {children}
    </section>
  );
}
