import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { asTyped, TextField } from '../../components/field.tsx';
import { useForm } from '../../lib/use-form.ts';
import styles from './operate.module.css';
import { useCampusAct } from './use-operator-act.ts';

/** Adds a post to the popular list by its copied address. */
export function HotForm() {
  const { finish, refuse } = useCampusAct();
  const form = useForm({
    initial: { post: '', hotReason: '' },
    validate: ({ post }) => ({ post: post.trim() === '' ? copy['error.required'] : undefined }),
    async send({ post, hotReason }) {
      await call('POST /api/operate/hots', { body: { post, reason: hotReason } });
      await finish();
      form.set('post', '');
      form.set('hotReason', '');
    },
    onError(error) {
      const { post, reason: hotReason } = refuse(error, copy['operate.hots.missing']);
      return { post, hotReason };
    },
  });
  return (
    <form className={styles.form} {...form.form}>
      <TextField
        {...asTyped}
        {...form.field('post')}
        label={copy['operate.hots.post']}
        note={copy['operate.hots.post.note']}
      />
      <TextField
        {...form.field('hotReason')}
        label={copy['operate.reason']}
        note={copy['operate.reason.free']}
      />
      <Button type="submit" busy={form.busy}>
        {copy['operate.hots.add']}
      </Button>
    </form>
  );
}
