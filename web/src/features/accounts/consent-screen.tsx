import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { Navigate, useLocation } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { useCampus } from '../campus/campus-context.ts';
import { campusQuery } from '../campus/campus-queries.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { Screen } from '../campus/screen.tsx';
import { readBack, startSession, useUser } from '../session/session.ts';
import { useLogOut } from './account-notices.tsx';
import { Consents } from './consents.tsx';
import { legalKey } from './legal-article.tsx';

/** Asks for consent to a changed text, with logout and withdrawal as alternatives. */
export default function ConsentScreen() {
  const client = useQueryClient();
  const { consentsDue: due } = useUser();
  const { termsVersion, privacyVersion } = useCampus();
  const { describeError } = useProblemText();
  const { onClick: logOut } = useLogOut();
  const back = readBack(useLocation().state) ?? { to: '/' };

  // This tab may have cached the old texts.
  const asked = due.length > 0;
  useEffect(() => {
    if (!asked) return;
    client.removeQueries({ queryKey: legalKey });
    void client.invalidateQueries(campusQuery);
  }, [client, asked]);

  const form = useForm({
    initial: { terms: !due.includes('terms'), privacy: !due.includes('privacy') },
    validate: ({ terms, privacy }) => ({
      terms: terms ? undefined : copy['error.terms'],
      privacy: privacy ? undefined : copy['error.terms'],
    }),
    send: async () => {
      const body = { termsVersion, privacyVersion };
      startSession(client, (await call('POST /api/profile/consents', { body })).user);
    },
    onError: (error) => {
      void client.invalidateQueries(campusQuery);
      showToast(describeError(error));
    },
  });

  if (!asked) return <Navigate {...back} replace />;
  return (
    <Screen title={copy['consent.heading']} heading="shown">
      <p className="px-margin text-soft pb-5">{copy['consent.explain']}</p>
      <form className="flex-col gap-5 px-margin pb-8" {...form.form}>
        <Consents
          terms={due.includes('terms') ? form.field('terms') : undefined}
          privacy={due.includes('privacy') ? form.field('privacy') : undefined}
        />
        <Button type="submit" busy={form.busy}>
          {copy['consent.submit']}
        </Button>
        <div className="row flex-wrap justify-center gap-x-2">
          <Button look="quiet" onClick={logOut}>
            {copy['mypage.logout']}
          </Button>
          <ButtonLink look="quiet" to="/mypage/cancelmembership">
            {copy['mypage.withdraw']}
          </ButtonLink>
        </div>
      </form>
    </Screen>
  );
}
