import { copy } from '../../copy.ko.ts';
import { Button } from '../../components/button.tsx';
import { useFreshSession } from '../session/session.ts';
import { useVerificationMail } from './use-verification-mail.ts';
import styles from './verify-notice.module.css';

/** Renders a notice until the address is verified. Other domains only gain account recovery. */
export function VerifyNotice() {
  const { user } = useFreshSession();
  const resend = useVerificationMail();
  if (!user || user.emailVerified) return null;
  return (
    <div className={styles.notice}>
      <p>{user.university ? copy['verify.notice.right'] : copy['verify.notice']}</p>
      <Button look="quiet" {...resend}>
        {copy['verify.again']}
      </Button>
    </div>
  );
}
