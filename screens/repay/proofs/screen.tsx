import type { Language } from '#machines/context.ts';
import { LOCAL } from '#machines/model/codes.ts';
import { formatKsh, shillings } from '#machines/model/money.ts';
import { MOST_PICTURES, toReceipt, type Proof } from '#machines/model/proof.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { PROMISES } from '#src/market/support.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { Choosing } from '#src/ui/choosing/Choosing.tsx';
import { useFocusOnWrong } from '#src/ui/focus/useFocusOn.ts';
import { PhotoTile } from '#src/ui/form/PhotoTile.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { wholeShillings } from '#src/ui/form/wholeShillings.ts';
import { camera } from '#src/ui/icon/further.ts';
import { check, clock, close, receipt as receiptIcon } from '#src/ui/icon/paths.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { whyNotAPhoto } from '#src/ui/photoFile.ts';
import { photoUrl, putPhoto } from '#src/ui/photoStore.ts';
import { NotRead } from '#src/ui/notRead/NotRead.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { SlipSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { StatusPill, type PillTone } from '#src/ui/statusPill/StatusPill.tsx';
import type { ScreenProps } from '../../props.ts';
import { proofText } from './strings.ts';

const LOOKS = {
  waiting: ['assessing', clock],
  counted: ['approved', check],
  known: ['neutral', check],
  refused: ['overdue', close],
} as const satisfies Record<Proof['state'], readonly [PillTone, string]>;

const NEXT = 'proof-picture';

function Sent({ language, proof }: { language: Language; proof: Proof }) {
  const t = proofText(language);
  const [tone, icon] = LOOKS[proof.state];
  return (
    <li>
      <Card spacing="snug">
        <p>
          <StatusPill tone={tone} icon={icon}>
            {t(proof.state)}
          </StatusPill>
        </p>
        <h3>{t('receiptOf', { amount: formatKsh(proof.amount), receipt: proof.receipt })}</h3>
        <p className="small muted">{t('sentAt', { time: formatMoment(language, proof.sentAt), count: proof.pictures })}</p>
        {proof.state === 'waiting' && <p>{t('lookedAtBy', { time: formatMoment(language, proof.answerBy) })}</p>}
        {proof.reason && <p>{proof.reason}</p>}
      </Card>
    </li>
  );
}

/** A payment that does not show: pictures and number of the receipt, and what became of those sent before. */
export default function Proofs({ state, send }: ScreenProps) {
  const { language, proofs, pictures, problem } = state.context;
  const t = proofText(language);
  const at = (place: 'loading' | 'failed' | 'listing' | 'uploading' | 'sending') => state.matches({ places: { repay: { proofs: place } } });
  const back = () => send({ type: 'back.requested' });
  useFocusOnWrong(problem);

  if (at('failed')) {
    return (
      <Screen language={language} title={t('title')} onBack={back}>
        <NotRead language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      </Screen>
    );
  }
  if (at('loading') || proofs === null) {
    return (
      <Screen language={language} title={t('title')} onBack={back} busy>
        <SlipSkeleton language={language} />
      </Screen>
    );
  }

  const take = (file: File) => {
    const cause = whyNotAPhoto(file);
    if (cause === null) send({ type: 'proof.pictureTaken', handle: putPhoto(file) });
    else send({ type: 'proof.pictureRefused', problem: { code: cause, message: '' } });
  };
  // Said of what is missing now: it goes as soon as it is there.
  const isAsked = problem?.code === LOCAL.incomplete;
  const lender = problem?.fields?.['receipt'];

  return (
    <Choosing initial={{ receipt: '', amount: '' }}>
      {(typed, choose) => {
        const amount = wholeShillings(typed.amount) ?? 0;
        const submit = () =>
          send({
            type: 'proof.submitted',
            receipt: typed.receipt,
            amount: shillings(amount),
            pictures: pictures.map(({ picture }) => picture),
          });
        return (
          <Screen
            language={language}
            title={t('title')}
            onBack={back}
            spacing="loose"
            actions={
              <Actions>
                <ProblemNote language={language} problem={isAsked || lender !== undefined ? null : problem} />
                <Button busy={at('sending') && t('sending')} onPress={submit}>
                  {t('send')}
                </Button>
              </Actions>
            }
          >
            <p className="muted">{t('intro', { hours: PROMISES.proofHours })}</p>
            <div className="stack">
              <TextField
                id="receipt"
                name="receipt"
                language={language}
                label={t('receipt')}
                hint={t('receiptHint')}
                error={isAsked && toReceipt(typed.receipt) === null ? t('receiptMissing') : lender}
                value={typed.receipt}
                capitalise="characters"
                autocomplete="off"
                enterKey="next"
                maxLength={14}
                onChange={(_, text) => choose({ receipt: text })}
                onBlur={() => undefined}
              />
              <TextField
                id="amount"
                name="amount"
                language={language}
                label={t('amount')}
                error={isAsked && amount <= 0 ? t('amountMissing') : undefined}
                affix="KSh"
                value={typed.amount}
                mode="numeric"
                autocomplete="off"
                enterKey="done"
                maxLength={12}
                onChange={(_, text) => choose({ amount: text })}
                onBlur={() => undefined}
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
                      at('uploading') ? t('pictureSending') : isAsked && pictures.length === 0 ? t('pictureMissing') : t('pictureHint')
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
      }}
    </Choosing>
  );
}
