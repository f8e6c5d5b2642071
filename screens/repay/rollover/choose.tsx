import { formatKsh } from '#machines/model/money.ts';
import type { RolloverDetail, RolloverOption } from '#machines/model/rollover.ts';
import { useShortForm } from '#src/forms/useShortForm.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { ChoiceCards } from '#src/ui/choiceCards/ChoiceCards.tsx';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** The cost of one option, line by line, and the debt on the new date. */
export function Cost({ state, option, penalty }: Pick<ScreenProps, 'state'> & { option: RolloverOption; penalty: number }) {
  const { language } = state.context;
  const t = text(language);
  return (
    <Card title={t('option', { days: option.days })}>
      <p className="muted">{t('newDate', { date: formatDeadline(language, option.newDueDate) })}</p>
      <Lines>
        <Line label={t('fee')}>{formatKsh(option.fee)}</Line>
        <Line label={t('tax')}>{formatKsh(option.tax)}</Line>
        {penalty > 0 && <Line label={t('late')}>{formatKsh(penalty)}</Line>}
        <Line label={t('total')} kind="total">
          {formatKsh(option.total + penalty)}
        </Line>
      </Lines>
      <p className="small">{t('stillOwed', { amount: formatKsh(option.owedThen) })}</p>
    </Card>
  );
}

/** Every option with its whole cost. @param only "read": an obstacle forbids choosing. */
export function Choose({ state, send, rollover, only }: ScreenProps & { rollover: RolloverDetail; only: 'read' | null }) {
  const { options, penalty } = rollover;
  const [first] = options;
  if (only === null && first) return <Choice state={state} send={send} rollover={rollover} first={first} />;
  return (
    <>
      {options.map((option) => (
        <Cost key={option.days} state={state} option={option} penalty={penalty} />
      ))}
    </>
  );
}

function Choice({ state, send, rollover, first }: ScreenProps & { rollover: RolloverDetail; first: RolloverOption }) {
  const { language, problem } = state.context;
  const t = text(language);
  const { options, timesAllowed, timesUsed } = rollover;
  const form = useShortForm({ initial: { days: String(rollover.chosen?.days ?? first.days) } });
  const option = options.find(({ days }) => String(days) === form.value('days')) ?? first;
  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      actions={
        <Actions>
          <ProblemNote language={language} problem={problem} />
          <Button
            busy={state.matches({ places: { repay: { rollover: 'opening' } } }) && t('opening')}
            onPress={() => send({ type: 'rollover.chosen', days: option.days })}
          >
            {t('choose', { amount: formatKsh(option.total) })}
          </Button>
        </Actions>
      }
    >
      <p className="muted">{t('intro', { date: formatDeadline(language, rollover.dueDate) })}</p>
      <ChoiceCards
        legend={t('howLong')}
        name="days"
        value={String(option.days)}
        cards={options.map(({ days, total, newDueDate }) => ({
          id: String(days),
          title: t('option', { days }),
          note: t('optionNote', { amount: formatKsh(total), date: formatDeadline(language, newDueDate) }),
        }))}
        onChange={(days) => form.choose({ days })}
      />
      <Cost state={state} option={option} penalty={0} />
      <p className="small muted">{t('times', { count: timesAllowed, used: timesUsed })}</p>
      <Card title={t('cheaper')} spacing="snug">
        <p>{t('cheaperText')}</p>
      </Card>
    </Screen>
  );
}
