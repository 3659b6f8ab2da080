import { emailProblem, nameProblem } from '@madang/contract/accounts/rules';
import type { FieldCode } from '@madang/contract/errors';
import {
  postAddressProblem,
  RIGHTS_GROUNDS,
  RIGHTS_REASON_MAX,
  type RightsGround,
  rightsReasonProblem,
} from '@madang/contract/moderation/rights-rules';
import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Choices, EmailField, TextArea, TextField } from '../../components/field.tsx';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { useLocation } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { useFieldText } from '../campus/field-text.ts';
import { describeTooLong } from '../campus/problem-text.ts';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { readTyped, storeTyped } from '../session/user-storage.ts';
import { rightsGroundTexts } from './moderation-texts.ts';
import styles from './rights.module.css';

/** Renders the form for affected people and its mail's target: opening the link confirms nothing yet [MO-12]. */
export default function RightsScreen() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get('token');
  return (
    <Screen title={copy['rights.title']} heading="shown">
      {token === null ? <Request /> : <Confirm key={token} token={token} />}
    </Screen>
  );
}

function Request() {
  const { search } = useLocation();
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo === undefined)
    return (
      <>
        <p className={styles.lead}>{copy['rights.lead']}</p>
        <RightsForm asked={new URLSearchParams(search)} onSent={setSentTo} />
      </>
    );
  const [before, after] = copy['rights.sent.explain'].split('{email}');
  return (
    <div role="status">
      <h2 className="px-margin text-large font-bold pb-2">{copy['rights.sent']}</h2>
      <p className={styles.lead}>
        {before}
        <b>{sentTo}</b>
        {after}
      </p>
      <div className="flex-col gap-3 px-margin pb-8">
        <Button look="plain" onClick={() => setSentTo(undefined)}>
          {copy['rights.another']}
        </Button>
      </div>
    </div>
  );
}

type Outcome = 'done' | 'spent' | 'again' | 'full';

const outcomes: Record<Outcome, string> = {
  done: copy['rights.confirm.done'],
  spent: copy['rights.confirm.spent'],
  again: copy['rights.confirm.again'],
  full: copy['rights.confirm.full'],
};

function Confirm({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const confirm = useAction(
    async () => {
      await call('POST /api/rights/confirmation', { body: { token } });
      setOutcome('done');
    },
    (error) => {
      if (isRefusal(error, 'token.spent', 'input.invalid')) setOutcome('spent');
      else if (isRefusal(error, 'rights.again')) setOutcome('again');
      else if (isRefusal(error, 'rights.full')) setOutcome('full');
      else return false;
      return true;
    },
  );
  return (
    <>
      <p className={styles.lead} role={outcome === undefined ? undefined : 'status'}>
        {outcome === undefined ? copy['rights.confirm.explain'] : outcomes[outcome]}
      </p>
      <div className="flex-col gap-3 px-margin pb-8">
        {outcome === undefined || outcome === 'full' ? (
          <Button {...confirm}>{copy['rights.confirm.submit']}</Button>
        ) : null}
        {outcome === 'spent' ? <ButtonLink to="/rights">{copy['rights.write']}</ButtonLink> : null}
      </div>
    </>
  );
}

interface Values {
  name: string;
  email: string;
  address: string;
  reply: string;
  ground: string;
  reason: string;
}

const choices = RIGHTS_GROUNDS.map((value) => ({ value, label: rightsGroundTexts[value] }));
const isGround = (value: string): value is RightsGround =>
  (RIGHTS_GROUNDS as readonly string[]).includes(value);

const STORE_KEY = 'rights-form';
const NAMES = ['name', 'email', 'address', 'reply', 'ground', 'reason'] as const;

interface RightsFormProps {
  /** Query of the link: a post's address and a reply's number. */
  asked: URLSearchParams;
  onSent: (email: string) => void;
}

/** Keeps the input in this tab until sent. */
function useRightsForm({ asked, onSent }: RightsFormProps) {
  const { describeField, describeFields, describeError } = useFieldText({
    'email.required': copy['error.email.required'],
    'email.pattern': copy['error.email.shape'],
    'address.foreign': copy['rights.address.foreign'],
  });
  const sent = useRef(false);
  const typed = readTyped(STORE_KEY, NAMES);
  const post = asked.get('post');
  const form = useForm<Values>({
    initial: {
      name: typed.name ?? '',
      email: typed.email ?? '',
      address: post === null ? (typed.address ?? '') : `${window.location.origin}${post}`,
      reply: post === null ? (typed.reply ?? '') : (asked.get('reply') ?? ''),
      ground: typed.ground ?? '',
      reason: typed.reason ?? '',
    },
    validate: ({ name, email, address, reply, ground, reason }) => ({
      name: nameProblem(name) === 'required' ? copy['error.name.required'] : describeField(nameProblem(name)),
      email: describeField(emailProblem(email)),
      address: describeAddress(postAddressProblem(address, (host) => host === window.location.host)),
      reply: reply.trim() === '' || readNumber(reply) !== null ? undefined : copy['rights.reply.invalid'],
      ground: isGround(ground) ? undefined : copy['rights.ground.required'],
      reason: describeReason(rightsReasonProblem(reason), reason),
    }),
    async send({ name, email, address, reply, ground, reason }) {
      if (!isGround(ground)) return;
      const body = { name, email, address, reply: readNumber(reply), ground, reason };
      await call('POST /api/rights', { body });
      sent.current = true;
      storeTyped(STORE_KEY, null);
      onSent(email.trim());
    },
    onError: (error) => {
      showToast(describeError(error));
      return describeFields(error);
    },
  });

  function describeAddress(problem: ReturnType<typeof postAddressProblem>): string | undefined {
    if (problem === 'required') return copy['rights.address.required'];
    return problem === 'invalid' ? copy['rights.address.invalid'] : describeField(problem);
  }

  function describeReason(problem: FieldCode | null, reason: string): string | undefined {
    if (problem === 'required') return copy['rights.reason.required'];
    return problem ? describeTooLong(reason, RIGHTS_REASON_MAX) : undefined;
  }

  const { values } = form;
  useEffect(() => {
    if (!sent.current) storeTyped(STORE_KEY, { ...values });
  }, [values]);
  return form;
}

function RightsForm(props: RightsFormProps) {
  const form = useRightsForm(props);
  const { values, errors } = form;
  return (
    <Form form={form} submit={copy['rights.submit']}>
      <TextField {...form.field('name')} label={copy['rights.name']} autoComplete="name" />
      <EmailField
        {...form.field('email')}
        label={copy['rights.email']}
        note={copy['rights.email.note']}
        autoComplete="email"
      />
      <TextField
        {...form.field('address')}
        label={copy['rights.address']}
        note={copy['rights.address.note']}
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField
        {...form.field('reply')}
        label={copy['rights.reply']}
        note={copy['rights.reply.note']}
        inputMode="numeric"
      />
      <div>
        <Choices
          label={copy['rights.ground']}
          // Not the field's name: a form restores a field's value into each of its boxes.
          name="which-ground"
          choices={choices}
          value={isGround(values.ground) ? values.ground : undefined}
          error={errors.ground}
          onChange={(ground) => form.set('ground', ground)}
        />
      </div>
      <TextArea
        {...form.field('reason')}
        label={copy['rights.reason']}
        note={copy['rights.reason.note']}
        rows={6}
      />
      <p className="text-soft text-note">{copy['rights.kept']}</p>
    </Form>
  );
}

/** Returns a number in common notation, including full-width digits and `3번`; null otherwise. */
function readNumber(text: string): number | null {
  const [, digits] = /^#?(\d{1,6})번?$/.exec(text.normalize('NFKC').replaceAll(/\s/g, '')) ?? [];
  const number = Number(digits ?? 0);
  return number > 0 ? number : null;
}
