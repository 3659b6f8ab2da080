import { copy, fillCopy } from '../../copy.ko.ts';
import { makeUuid } from '../../lib/request.ts';
import { uploadImage } from '../../lib/files.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useCampus } from '../campus/campus-context.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { FileButton } from '../pictures/file-button.tsx';
import { preparePicture } from '../pictures/prepare-picture.ts';
import { useUser } from '../session/session.ts';
import styles from './amenity-voice.module.css';
import { useOwnVoice } from './use-own-voice.ts';

interface AmenityAnswersProps {
  amenityId: string;
  isAsked: boolean;
  isOpen: boolean;
  /** Called with the answer, or null if postponed. */
  onAnswer: (there: boolean | null) => void;
}

/** Renders a student's report on an amenity, asked or voluntary; loaded on first use. */
export function AmenityAnswers({ amenityId, isAsked, isOpen, onAnswer }: AmenityAnswersProps) {
  const voice = useOwnVoice(amenityId);
  function answer(there: boolean | null): void {
    onAnswer(there);
    if (there === null) return;
    void voice.say(there);
    if (there) showToast(copy['amenity.still.thanks']);
  }
  return (
    <>
      {isAsked ? <StillThere onAnswer={answer} /> : null}
      {isOpen ? <Answers amenityId={amenityId} {...voice} /> : null}
    </>
  );
}

function StillThere({ onAnswer }: { onAnswer: (there: boolean | null) => void }) {
  return (
    <div className={styles.still} role="group" aria-label={copy['amenity.still']}>
      <span aria-hidden>{copy['amenity.still']}</span>
      <Button look="small" onClick={() => onAnswer(true)}>
        {copy['amenity.still.yes']}
      </Button>
      <Button look="small" onClick={() => onAnswer(false)}>
        {copy['amenity.voice.gone']}
      </Button>
      <Button look="small" onClick={() => onAnswer(null)}>
        {copy['amenity.still.later']}
      </Button>
    </div>
  );
}

function Answers({ amenityId, own, say, takeBack }: ReturnType<typeof useOwnVoice> & { amenityId: string }) {
  const { university } = useCampus();
  if (!useUser().writingRight)
    return (
      <p className={styles.note}>{fillCopy(copy['error.writingRight'], { university: university.name })}</p>
    );
  return (
    <div className={styles.answers}>
      {[true, false].map((there) => (
        <button
          key={String(there)}
          type="button"
          className={styles.answer}
          aria-pressed={own?.there === there}
          onClick={() => void say(there)}
        >
          {there ? copy['amenity.voice.there'] : copy['amenity.voice.gone']}
        </button>
      ))}
      {own ? (
        <Button look="small" onClick={() => void takeBack()}>
          {copy['amenity.voice.takeBack']}
        </Button>
      ) : null}
      <ButtonLink look="small" to={`/tickets/new?${new URLSearchParams({ amenity: amenityId })}`}>
        {copy['sign.broken']}
      </ButtonLink>
      {own?.there === false ? <Evidence onSent={(uploadId) => say(false, uploadId)} /> : null}
      <p className={styles.note}>{copy['amenity.voice.agree']}</p>
    </div>
  );
}

/** Renders a field for a picture as proof of the removal, sent once chosen. */
function Evidence({ onSent }: { onSent: (uploadId: string) => Promise<void> }) {
  const { describeError } = useProblemText();
  const { busy, send } = useWrite({
    async write(file: File) {
      const { picture, problem, moving } = await preparePicture(file);
      if (problem) return showToast(problem);
      if (moving) showToast(copy['picture.still']);
      const uploadId = makeUuid();
      const { signal } = new AbortController();
      await uploadImage(uploadId, picture, { signal, onProgress: () => {} });
      await onSent(uploadId);
    },
    onError: (error) => showToast(describeError(error)),
  });
  return (
    <>
      <FileButton
        label={copy['amenity.picture']}
        onChoose={([file]) => {
          if (file) send(file);
        }}
      />
      <p className={styles.note} role="status">
        {busy ? copy['amenity.picture.sending'] : copy['amenity.picture.hint']}
      </p>
    </>
  );
}
