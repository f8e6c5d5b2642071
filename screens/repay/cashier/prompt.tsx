import type { Payment } from '#machines/model/order.ts';
import { isPrompt } from '#machines/model/payment.ts';
import { nowOf, payingOf } from '#machines/required.ts';
import { PROMISES } from '#src/market/support.ts';
import { unbroken } from '#src/i18n/firstPaint.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { countdownText } from '#src/ui/countdown/aboutLeft.ts';
import { clock, close, error } from '#src/ui/icon/primaryIcons.ts';
import { Money } from '#src/ui/money/Money.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCard, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import { Timeline } from '#src/ui/timeline/Timeline.tsx';
import type { ScreenProps } from '../../props.ts';
import { ReportedPayments } from '../../shared/reportedPayments.tsx';
import { text as reportedText } from '../../shared/reportedStrings.ts';
import { Paybill } from './paybill.tsx';
import { text } from './strings.ts';

/** Shown while the prompt is open on the phone, and after that while the lender queries its outcome. */
export function Waiting({ state, send, payment, isChecking }: ScreenProps & { payment: Payment; isChecking: boolean }) {
  const { language, problem } = state.context;
  const t = text(language);
  const left = payment.promptUntil - nowOf(state.context);
  const { reported } = payment;
  const isPromptOpen = left > 0 && payment.state === 'sent' && !reported;
  const status = reported ? reportedText(language)('title') : isPromptOpen ? t('waitingPin') : t('notAnswered');

  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        <Actions>
          <Button busy={isChecking && t('checking')} onPress={() => send({ type: 'payment.checkRequested' })}>
            {isPromptOpen ? t('entered') : t('checkAgain')}
          </Button>
        </Actions>
      }
    >
      <StatusCard label={status} kind="plain">
        <StatusPart status={status} tone="assessing" icon={isPromptOpen ? 'working' : clock} announced>
          <Money amount={payment.amount} />
          {reported ? (
            <ReportedPayments
              language={language}
              reported={[{ receipt: null, amount: payment.amount, at: payment.promptUntil, isHeld: reported.isHeld }]}
            />
          ) : (
            <p className="muted">{isPromptOpen ? t('enterPin') : t('notAnsweredText')}</p>
          )}
        </StatusPart>
        <StatusCardPart>
          <Timeline
            steps={[
              { title: t('requestSent'), when: 'done' },
              {
                title: t('youEnterPin'),
                note: isPromptOpen ? (
                  <>
                    {t('onPhone', { phone: payment.phone, account: payment.orderNo })}{' '}
                    <span role="timer">{t('closesIn', { time: countdownText(left) })}</span>
                  </>
                ) : (
                  t('promptClosed', { phone: payment.phone })
                ),
                // The app cannot know whether the PIN was entered, so this step is not marked as done.
                when: reported ? 'done' : 'now',
              },
              {
                title: t('confirmed'),
                note: reported?.isHeld ? undefined : t('within', { minutes: PROMISES.repaymentMinutes }),
                when: reported ? 'now' : 'later',
              },
            ]}
          />
        </StatusCardPart>
      </StatusCard>
      {/* The text of the problem is not shown: "try again" or "nothing was sent" would be understood as "not paid". */}
      <div role="alert">
        {problem && (
          <Note tone="overdue" icon={error}>
            {t('cannotAsk')}
          </Note>
        )}
      </div>
      {!reported && <Paybill state={state} send={send} reason={isPromptOpen && !problem ? 'instead' : 'unclear'} />}
    </Screen>
  );
}

/** It is unknown whether the request was sent. */
export function Unknown({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const t = text(language);
  return (
    <>
      <StatusCard label={t('unknown')} kind="plain">
        <StatusPart status={t('unknown')} tone="assessing" icon={clock}>
          <Money amount={payingOf(state.context).amount} />
          <p className="muted">{t('unknownText')}</p>
          <ProblemNote language={language} problem={problem} />
        </StatusPart>
      </StatusCard>
      <Paybill state={state} send={send} reason="unclear" />
    </>
  );
}

/** The payment failed, for a reason of the rail or the lender. Now another prompt may be sent. */
export function Refused({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const t = text(language);
  const { payment, amount } = payingOf(state.context);
  const reason = payment && isPrompt(payment) ? payment.reason : null;
  return (
    <>
      <StatusCard label={t('refused')} kind="plain">
        <StatusPart status={t('refused')} tone="overdue" icon={close} announced>
          <Money amount={payment?.amount ?? amount} />
          {reason && <h2>{unbroken(reason)}</h2>}
          <p className="muted">{payment ? t('refusedText') : t('nothingSent')}</p>
          <ProblemNote language={language} problem={payment ? null : problem} />
        </StatusPart>
      </StatusCard>
      <Paybill state={state} send={send} reason="afterwards" />
    </>
  );
}
