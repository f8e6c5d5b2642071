import type { ReactElement } from 'react';
import { Overdue } from '#src/ui/art/overdue.tsx';
import { Waiting } from '#src/ui/art/waiting.tsx';
import { Confirmed } from '#src/ui/art/confirmed.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { check, clock } from '#src/ui/icon/primaryIcons.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { formatKsh } from '#machines/model/money.ts';
import { ROUTES } from '#machines/routes.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCardSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { StatusCard, StatusCardFigure } from '#src/ui/statusCard/StatusCard.tsx';
import { StatusPart } from '#src/ui/statusCard/StatusPart.tsx';
import type { ScreenProps } from '../../props.ts';
import { Choose } from './choose.tsx';
import { PayFee } from './payFee.tsx';
import { text } from './strings.ts';

type Place = 'choosing' | 'opening' | 'paying' | 'checking' | 'funded' | 'confirming' | 'reconciling' | 'unknown' | 'withdrawing' | 'moved';

/** Moving the due date: every option with its whole cost, the payment of the fee, and the confirmation. */
export default function Rollover({ state, send }: ScreenProps) {
  const { language, rollover: data, problem } = state.context;
  const t = text(language);
  const at = (place: Place) => state.matches({ places: { repay: { rollover: place } } });
  const page = (key: string, art: ReactElement | null, content: ReactElement, actions: ReactElement) => (
    <Screen
      key={key}
      language={language}
      title={t('title')}
      art={art}
      placed={art ? 'middle' : undefined}
      onBack={() => send({ type: 'back.requested' })}
      actions={<Actions>{actions}</Actions>}
    >
      {content}
    </Screen>
  );

  if (data.is === 'failed')
    return (
      <Screen language={language} title={t('title')} onBack={() => send({ type: 'back.requested' })}>
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      </Screen>
    );
  if (data.is === 'loading')
    return (
      <Screen language={language} title={t('title')} onBack={() => send({ type: 'back.requested' })} busy>
        <StatusCardSkeleton language={language} />
      </Screen>
    );
  const rollover = data.value;
  if (at('moved'))
    return page(
      'moved',
      <Confirmed />,
      <StatusCard label={t('moved')} kind="plain">
        <StatusPart status={t('moved')} tone="approved" icon={check} spacing="normal" announced>
          <StatusCardFigure label={t('movedTo')}>{formatDeadline(language, rollover.dueDate)}</StatusCardFigure>
          <p className="muted">{t('movedText')}</p>
        </StatusPart>
      </StatusCard>,
      <Button onPress={() => send({ type: 'receipt.closed' })}>{t('done')}</Button>,
    );
  if (at('unknown') || at('reconciling'))
    return page(
      'unknown',
      <Waiting />,
      <StatusCard label={t('unknown')} kind="plain">
        <StatusPart status={t('unknown')} tone="assessing" icon={clock}>
          <p className="muted">{t('unknownText')}</p>
          <ProblemNote language={language} problem={problem} />
        </StatusPart>
      </StatusCard>,
      <Button busy={at('reconciling') && t('asking')} onPress={() => send({ type: 'retry.requested' })}>
        {t('askAgain')}
      </Button>,
    );
  if (rollover.chosen && !at('choosing') && !at('opening'))
    return (
      <PayFee
        state={state}
        send={send}
        rollover={rollover}
        chosen={rollover.chosen}
        at={
          at('confirming')
            ? 'confirming'
            : at('checking')
              ? 'checking'
              : at('withdrawing')
                ? 'withdrawing'
                : at('funded')
                  ? 'funded'
                  : 'paying'
        }
      />
    );
  if (rollover.obstacle !== null)
    return page(
      'obstacle',
      rollover.obstacle === 'penaltyOpen' ? null : <Overdue />,
      <>
        <ProblemNote language={language} problem={problem} />
        <Note tone={rollover.obstacle === 'penaltyOpen' ? 'overdue' : 'assessing'}>
          {t(rollover.obstacle, { amount: formatKsh(rollover.penalty), count: rollover.timesAllowed })}
        </Note>
        {rollover.obstacle === 'penaltyOpen' && <Choose state={state} send={send} rollover={rollover} only="read" />}
      </>,
      <ButtonLink href={`#${ROUTES.repayDetail}`}>{t(rollover.obstacle === 'penaltyOpen' ? 'payPenalty' : 'pay')}</ButtonLink>,
    );
  return <Choose state={state} send={send} rollover={rollover} only={null} />;
}
