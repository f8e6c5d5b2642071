/** The figures of a day, as bars and as a file for a spreadsheet. */
import { ARREARS_FROM, type DayFigures } from '#src/api/desk.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { BarChart } from '../parts/BarChart.tsx';
import { csvOf, download } from '../parts/csv.ts';
import { TextInput } from '../parts/DeskFields.tsx';
import { Box, Loading, NotLoaded, Title } from '../parts/Parts.tsx';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { reasonWords } from '#src/api/deskLogWords.ts';

const STAGES: Readonly<Record<string, string>> = {
  application: 'Filling in',
  assessment: 'Being decided',
  offer: 'Offered',
  payout: 'Money on its way',
  loan: 'Running loans',
  repaid: 'Repaid',
  closed: 'Closed without a loan',
};

/** Sorts by stage, first stage first. */
const byStage = (applications: DayFigures['applications']): DayFigures['applications'] => {
  const order = Object.keys(STAGES);
  return [...applications].sort((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage));
};

const daysOf = (from: number): string => {
  const next = ARREARS_FROM[ARREARS_FROM.findIndex((one) => one === from) + 1];
  return next === undefined ? `${from} days and more` : `${from} to ${next - 1} days`;
};

const counted = (count: number, one: 'loan' | 'payment'): string => `${count} ${count === 1 ? one : `${one}s`}`;

const Money = ({ label, count, amount, of = 'loan' }: { label: string; count: number; amount: number; of?: 'loan' | 'payment' }) => (
  <div className="dk-figure">
    <p className="dk-figure__name">{label}</p>
    <p className="dk-figure__value num">{formatKsh(amount)}</p>
    <p className="muted num">{counted(count, of)}</p>
  </div>
);

function Charts({ figures }: { figures: DayFigures }) {
  const { applications, decisions, payouts, due, paid, arrears, promises } = figures;
  const promised = promises.kept + promises.missed;
  return (
    <>
      <div className="dk-figures">
        <Money label="Paid out" {...payouts} />
        <Money label="Due" {...due} />
        <Money label="Paid back" of="payment" {...paid} />
        <div className="dk-figure">
          <p className="dk-figure__name">Promises kept</p>
          <p className="dk-figure__value num">{promised === 0 ? 'None due' : `${promises.kept} of ${promised}`}</p>
          <p className="muted num">{promises.missed === 0 ? 'None missed' : `${promises.missed} missed`}</p>
        </div>
      </div>
      <div className="dk-charts">
        <Box title="Applications by stage">
          <BarChart
            title="Applications by stage"
            columns={['Stage', 'Number']}
            bars={byStage(applications).map(({ stage, count }) => ({ label: STAGES[stage] ?? stage, value: count, text: String(count) }))}
          />
        </Box>
        <Box title="Decisions by reason">
          <BarChart
            title="Decisions by reason"
            columns={['Decision', 'Number']}
            bars={decisions.map(({ outcome, by, reason, count }) => ({
              label: `${outcome === 'approved' ? 'Approved' : 'Rejected'} by ${by === 'rules' ? 'the rules' : 'a person'}${reason === '' ? '' : `: ${reasonWords(reason)}`}`,
              value: count,
              text: String(count),
              isBad: outcome === 'rejected',
            }))}
          />
        </Box>
        <Box title={`Arrears by age at the end of the day: ${formatKsh(arrears.reduce((sum, { amount }) => sum + amount, 0))}`}>
          <BarChart
            title="Arrears by age"
            columns={['Days late', 'Owed']}
            bars={arrears.map(({ fromDays, count, amount }) => ({
              label: daysOf(fromDays),
              value: amount,
              text: `${formatKsh(amount)}, ${counted(count, 'loan')}`,
              isBad: fromDays >= 31,
            }))}
          />
        </Box>
      </div>
    </>
  );
}

export function Figures({ state, send }: ScreenProps) {
  const { figures, day, now, problem } = state.context;
  const value = figures.is === 'loaded' ? figures.value : null;
  return (
    <div className="dk-page">
      <Title note={formatDeadline('en', day)}>Figures of the day</Title>
      <div className="dk-bar-of-tools">
        <TextInput
          label="Day"
          type="date"
          value={day}
          max={nairobiDate(now)}
          onChange={(chosen) => {
            if (/^\d{4}-\d{2}-\d{2}$/.test(chosen)) send({ type: 'day.chosen', day: chosen });
          }}
        />
        {value && (
          <Button kind="secondary" size="small" onPress={() => download(`figures-${value.day}.csv`, csvOf(value))}>
            Download as CSV
          </Button>
        )}
      </div>
      {state.matches({ working: { place: { figures: 'failed' } } }) && (
        <NotLoaded problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      )}
      {figures.is === 'loading' && <Loading>Adding up</Loading>}
      {value && <Charts figures={value} />}
    </div>
  );
}
