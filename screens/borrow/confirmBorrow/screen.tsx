import type { ReactElement } from 'react';
import { LOCAL } from '#machines/model/codes.ts';
import { formatKsh } from '#machines/model/money.ts';
import type { Offer } from '#machines/model/order.ts';
import { choiceOf } from '#machines/model/feedback.ts';
import { useUnsentForm } from '#src/forms/useUnsentForm.ts';
import { problemText } from '#src/i18n/problems.ts';
import { formatDate, formatMoment } from '#src/i18n/dates.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Waiting } from '#src/ui/art/waiting.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { textOfAmount } from '#src/ui/form/wholeShillings.ts';
import { records } from '#src/ui/icon/primaryIcons.ts';
import { Offline } from '#src/ui/art/offline.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCardSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { StatusCard, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { uiText } from '#src/ui/strings.ts';
import type { ScreenProps } from '../../props.ts';
import { Choice } from './choice.tsx';
import { Decline, isDeclining } from './decline.tsx';
import { DrawCode, isAtCode } from './drawCode.tsx';
import { Costs } from './costs.tsx';
import { text } from './strings.ts';

/** The cost of the loan before any consent, then the button that draws it. */
export default function ConfirmBorrow({ state, send }: ScreenProps) {
  const { language, offer } = state.context;
  const t = text(language);
  const at = (place: 'reconciling' | 'unknown') => state.matches({ places: { borrow: { confirmBorrow: place } } });

  if (offer.is === 'failed')
    return (
      <Trouble
        state={state}
        send={send}
        title={t('failed')}
        explanation={t('failedText')}
        action={uiText(language)('tryAgain')}
        busy={false}
      />
    );
  if (at('reconciling') || at('unknown')) {
    return (
      <Trouble
        state={state}
        send={send}
        title={t('unknown')}
        explanation={t('unknownText')}
        art={<Waiting />}
        action={t('ask')}
        busy={at('reconciling') && t('asking')}
      />
    );
  }
  if (offer.is === 'loading') {
    return (
      <Screen language={language} title={t('title')} onBack={() => send({ type: 'back.requested' })} busy>
        <StatusCardSkeleton language={language} />
      </Screen>
    );
  }
  if (isDeclining(state)) return <Decline state={state} send={send} offer={offer.value} />;
  if (isAtCode(state)) return <DrawCode state={state} send={send} offer={offer.value} />;
  return <Deciding key={offer.value.agreementVersion} state={state} send={send} offer={offer.value} />;
}

const AGREED = 'agreed';

function Deciding({ state, send, offer }: ScreenProps & { offer: Offer }) {
  const { language, agreed, problem } = state.context;
  const t = text(language);
  const { terms } = offer;
  const asOffered = { amount: textOfAmount(terms.principal), termDays: String(terms.termDays) };
  const form = useUnsentForm({ state, send, about: choiceOf(offer.orderNo), initial: asOffered });
  const [amount, days] = [form.amount('amount'), form.count('termDays')];
  // A stored choice that cannot be read is dropped.
  const isReadable = amount !== null && days !== null;
  const chosen = isReadable ? { amount, days } : { amount: terms.principal, days: terms.termDays };
  const choose = (change: Partial<typeof asOffered>) => form.choose(isReadable ? change : { ...asOffered, ...change });
  const at = (place: 'drawing' | 'pricing' | 'sendingCode') => state.matches({ places: { borrow: { confirmBorrow: place } } });
  // Another choice must be priced by the lender before it can be accepted, so that the draw has exactly the chosen amount.
  const isAsOffered = chosen.amount === terms.principal && chosen.days === terms.termDays;
  // Each refused press makes a new problem.
  const refusal = problem?.code === LOCAL.agreementMissing ? problem : null;

  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <ProblemNote language={language} problem={problem} />
          {isAsOffered ? (
            <Button
              busy={(at('drawing') && t('sending')) || (at('sendingCode') && t('sendingCode'))}
              onPress={() => send({ type: 'offer.accepted' })}
            >
              {t('get', { amount: formatKsh(terms.sent) })}
            </Button>
          ) : (
            <Button
              busy={at('pricing') && t('pricing')}
              onPress={() => send({ type: 'offer.choiceMade', amount: chosen.amount, termDays: chosen.days })}
            >
              {t('price', { amount: formatKsh(chosen.amount), days: chosen.days })}
            </Button>
          )}
          <Button kind="quiet" onPress={() => send({ type: 'offer.declined' })}>
            {t('no')}
          </Button>
        </Actions>
      }
    >
      <Costs language={language} offer={offer} />
      {offer.coupon && <Note>{t('coupon', { amount: formatKsh(offer.coupon) })}</Note>}
      <Choice language={language} offer={offer} chosen={chosen} choose={choose} />
      <CardList>
        <RowItem icon={records} title={t('read')} note={t('readNote')} onPress={() => send({ type: 'agreement.opened' })} />
      </CardList>
      {/* The consent applies to the figures above, so it is hidden while they belong to another choice. */}
      {isAsOffered && (
        <Checkbox
          id={AGREED}
          name={AGREED}
          language={language}
          error={refusal ? problemText(language, refusal) : undefined}
          refusal={refusal}
          checked={agreed !== null}
          onChange={(_, ticked) => send({ type: 'agreement.ticked', agreed: ticked })}
        >
          {t('agree', { amount: formatKsh(terms.owed), date: formatDate(language, offer.dueDate) })}
        </Checkbox>
      )}
      <p className="small muted center">
        {offer.sentAt === null
          ? t('open', { when: formatMoment(language, offer.openUntil) })
          : t('sentByItself', { when: formatMoment(language, offer.sentAt) })}
      </p>
    </Screen>
  );
}

/** The offer could not be loaded, or the answer to the draw was lost: an explanation, and a button that tries again. */
function Trouble({
  state,
  send,
  title,
  explanation,
  action,
  art = <Offline />,
  busy,
}: ScreenProps & { title: string; explanation: string; action: string; art?: ReactElement; busy: string | false }) {
  const { language, problem } = state.context;
  return (
    <Screen language={language} title={text(language)('title')} art={art} onBack={() => send({ type: 'back.requested' })}>
      <StatusCard label={title} kind="plain">
        <StatusCardPart spacing="snug">
          <h2>{title}</h2>
          <p className="muted">{explanation}</p>
          <ProblemNote language={language} problem={problem} />
        </StatusCardPart>
        <StatusCardPart>
          <Button busy={busy} onPress={() => send({ type: 'retry.requested' })}>
            {action}
          </Button>
        </StatusCardPart>
      </StatusCard>
    </Screen>
  );
}
