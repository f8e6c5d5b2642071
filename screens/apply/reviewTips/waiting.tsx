import { clockText } from '#machines/model/calendar.ts';
import type { Order } from '#machines/model/order.ts';
import { homeOf } from '#machines/required.ts';
import { formatMoment } from '#src/i18n/dates.ts';
import { PROMISES } from '#src/market/support.ts';
import { Waiting as WaitingArt } from '#src/ui/art/waiting.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { Countdown } from '#src/ui/countdown/Countdown.tsx';
import { Timeline } from '#src/ui/timeline/Timeline.tsx';
import { SharedData } from '#src/ui/consentCard/SharedData.tsx';
import { todayOrMoment } from '#src/ui/when.ts';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/**
 * A countdown of the usual time while the rules decide. If a person decides, there is no countdown: the page shows until
 * when the answer comes, and why it takes longer.
 */
export function Waiting({ state, order }: Pick<ScreenProps, 'state'> & { order: Order }) {
  const { language, now } = state.context;
  const { readAt } = homeOf(state.context);
  const t = text(language);
  const { submittedAt, answerExpectedAt, answerLatestAt } = order;
  // An application that was referred to a person at once has no usual time. The comparison with `submittedAt` finds this out
  // even if the phone's clock is behind the lender's.
  const usual =
    submittedAt !== null && answerExpectedAt !== null && answerExpectedAt > submittedAt && now !== null && now < answerExpectedAt
      ? { now, until: answerExpectedAt, total: answerExpectedAt - submittedAt }
      : null;

  return (
    <>
      {usual ? <Countdown language={language} {...usual} caption={t('timeLeft')} /> : <WaitingArt />}
      <div className="stack stack--snug center">
        <h2>{usual ? t('around', { time: clockText(usual.until) }) : t(order.inReview ? 'again' : 'closer')}</h2>
        <p className="muted">
          {usual || answerLatestAt === null
            ? t('canTake', { count: PROMISES.reviewWorkingDays })
            : t(order.lateSince ? 'late' : 'answerBy', { when: formatMoment(language, answerLatestAt) })}
        </p>
        {!usual && order.referral && <p>{t('because', { reason: order.referral })}</p>}
      </div>
      <Card>
        <Timeline
          steps={[
            { title: t('sent'), note: submittedAt !== null && todayOrMoment(language, submittedAt, now), when: 'done' },
            {
              title: usual ? t('checking') : t('person'),
              note: usual ? t('checkingNote') : t('lastChecked', { time: clockText(Math.max(readAt, submittedAt ?? readAt)) }),
              when: 'now',
            },
            { title: t('answer'), note: t('answerNote'), when: 'later' },
          ]}
        />
      </Card>
      <SharedData language={language} collection={order.collection} />
    </>
  );
}
