import { LOCAL } from '#machines/model/codes.ts';
import { MOST_PICTURES, toReceipt, type Proof } from '#machines/model/proof.ts';
import { useShortForm } from '#src/forms/useShortForm.ts';
import { PROMISES } from '#src/market/support.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { useFocusOnWrong } from '#src/ui/focus/useFocusOn.ts';
import { MoneyField } from '#src/ui/form/MoneyField.tsx';
import { PhotoTile } from '#src/ui/form/PhotoTile.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { camera } from '#src/ui/icon/secondaryIcons.ts';
import { receipt as receiptIcon } from '#src/ui/icon/primaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { whyNotAPhoto } from '#src/ui/photoFile.ts';
import { photoUrl, putPhoto } from '#src/ui/photoStore.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { Sent } from './sent.tsx';
import { proofText } from './strings.ts';

const NEXT = 'proof-picture';

/** The form of a proof: pictures and number of the receipt. */
export function ProofForm({ state, send, proofs }: ScreenProps & { proofs: readonly Proof[] }) {
  const { language, pictures, problem } = state.context;
  const t = proofText(language);
  const at = (place: 'uploading' | 'sending') => state.matches({ places: { repay: { proofs: place } } });
  useFocusOnWrong(problem);
  const isIncomplete = problem?.code === LOCAL.incomplete;
  const form = useShortForm({
    initial: { receipt: '', amount: '' },
    rules: {
      receipt: (typed) => (toReceipt(typed) === null ? t('receiptMissing') : null),
      amount: (_, { amount }) => (amount('amount') ? null : t('amountMissing')),
    },
    problem,
  });
  const take = (file: File) => {
    const cause = whyNotAPhoto(file);
    if (cause === null) send({ type: 'proof.pictureTaken', handle: putPhoto(file) });
    else send({ type: 'proof.pictureRefused', problem: { code: cause, message: '' } });
  };
  const submit = () => {
    const entered = form.submit();
    send({
      type: 'proof.submitted',
      receipt: entered.value('receipt'),
      amount: entered.amount('amount'),
      pictures: pictures.map(({ picture }) => picture),
    });
  };
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      actions={
        <Actions>
          <ProblemNote language={language} problem={form.note} />
          <Button busy={at('sending') && t('sending')} onPress={submit}>
            {t('send')}
          </Button>
        </Actions>
      }
    >
      <p className="muted">{t('intro', { hours: PROMISES.proofHours })}</p>
      <div className="stack">
        <TextField
          {...form.field('receipt')}
          id="receipt"
          language={language}
          label={t('receipt')}
          hint={t('receiptHint')}
          error={form.error('receipt')}
          capitalise="characters"
          autocomplete="off"
          enterKey="next"
          maxLength={14}
        />
        <MoneyField
          {...form.field('amount')}
          id="amount"
          language={language}
          label={t('amount')}
          error={form.error('amount')}
          enterKey="done"
        />
        <h2>{t('pictures')}</h2>
        <ol className="stack">
          {pictures.map(({ handle, picture }, i) => (
            <PhotoTile
              key={picture}
              id={`proof-${i}`}
              title={t('picture', { number: i + 1 })}
              icon={receiptIcon}
              image={photoUrl(handle)}
              imageLabel={t('picture', { number: i + 1 })}
              look="clear"
              message={t('pictureKept')}
              action={null}
              choose={null}
              progress={null}
              camera={null}
              onTaken={undefined}
            />
          ))}
          {pictures.length < MOST_PICTURES && (
            <PhotoTile
              id={NEXT}
              title={t('picture', { number: pictures.length + 1 })}
              icon={camera}
              image={null}
              imageLabel=""
              look={at('uploading') ? 'checking' : 'next'}
              message={
                at('uploading') ? t('pictureSending') : isIncomplete && pictures.length === 0 ? t('pictureMissing') : t('pictureHint')
              }
              action={{ label: t('addPicture'), name: t('addPicture') }}
              choose={null}
              progress={null}
              camera={null}
              onTaken={at('uploading') ? undefined : take}
            />
          )}
        </ol>
      </div>
      <Note icon={receiptIcon}>{t('once')}</Note>
      {proofs.length > 0 && (
        <section className="stack" aria-label={t('before')}>
          <h2>{t('before')}</h2>
          <ul className="stack">
            {proofs.map((proof) => (
              <Sent key={proof.proofNo} language={language} proof={proof} />
            ))}
          </ul>
        </section>
      )}
    </Screen>
  );
}
