import { nicknameProblem } from '@madang/contract/accounts/rules';
import { useQueryClient } from '@tanstack/react-query';
import { TextField } from '../../components/field.tsx';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { goBack } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { useAccountText, useReadNickname } from '../accounts/account-text.ts';
import { useCampus } from '../campus/campus-context.ts';
import { privateAnswers, setUser, useUser } from '../session/session.ts';
import { EditForm, useTypedText } from './profile-parts.tsx';

export default function ChangeNicknameScreen() {
  const client = useQueryClient();
  const { reservedNicknames } = useCampus();
  const { nickname: present } = useUser();
  const { describeField, describeFields, describeError } = useAccountText();
  const readNickname = useReadNickname();
  const { typed, storeAfter: keepAfter } = useTypedText('nickname');
  const form = useForm({
    initial: { nickname: typed ?? present },
    validate: ({ nickname }) => ({
      nickname: describeField(nicknameProblem(readNickname(nickname), reservedNicknames)),
    }),
    send: async ({ nickname }) => {
      const body = { nickname: readNickname(nickname) };
      const { user } = await call('PUT /api/profile/nickname', { body });
      setUser(client, user);
      // Old posts and replies show the new name too.
      void client.invalidateQueries(privateAnswers);
      showToast(copy['done.nickname']);
      goBack('/mypage/viewprofile');
    },
    onError: (error, { nickname }) => {
      keepAfter(error, nickname);
      const fields = describeFields(error);
      showToast(fields['nickname'] ?? describeError(error));
      return fields;
    },
  });
  return (
    <EditForm title={copy['edit.nickname']} submit={copy['edit.submit']} form={form}>
      <TextField
        {...form.field('nickname')}
        label={copy['signup.nickname']}
        note={copy['signup.nickname.note']}
        autoComplete="nickname"
      />
    </EditForm>
  );
}
