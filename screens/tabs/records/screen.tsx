import { nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import type { LoanRecord } from '#machines/model/order.ts';
import { isRepayable, recordLabelOf, type RecordLabel } from '#machines/model/orderStatus.ts';
import { ROUTES } from '#machines/routes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { NoRecords } from '#src/ui/art/noRecords.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { EmptyState } from '#src/ui/emptyState/EmptyState.tsx';
import { alert, calendar, check, clock, close, error, phone, records as recordsIcon } from '#src/ui/icon/primaryIcons.ts';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { StatusPill, type PillTone } from '#src/ui/statusPill/StatusPill.tsx';
import type { ScreenProps } from '../../props.ts';
import { AgreementView } from '../../shared/agreementView.tsx';
import { Statement } from './loanStatement.tsx';
import { text } from './strings.ts';

const LOOKS: Readonly<Record<RecordLabel, { tone: PillTone; icon: string; word: Parameters<ReturnType<typeof text>>[0] }>> = {
  assessing: { tone: 'assessing', icon: clock, word: 'assessing' },
  repaying: { tone: 'repaying', icon: calendar, word: 'repaying' },
  overdue: { tone: 'overdue', icon: alert, word: 'overdue' },
  finished: { tone: 'approved', icon: check, word: 'finished' },
  addingCard: { tone: 'neutral', icon: recordsIcon, word: 'addingCard' },
  incomplete: { tone: 'neutral', icon: recordsIcon, word: 'incomplete' },
  disbursing: { tone: 'disbursing', icon: phone, word: 'disbursing' },
  cancelled: { tone: 'neutral', icon: close, word: 'cancelled' },
  rejected: { tone: 'neutral', icon: close, word: 'rejected' },
  failed: { tone: 'overdue', icon: error, word: 'failedLoan' },
  approved: { tone: 'approved', icon: check, word: 'approved' },
};

export default function Records(props: ScreenProps) {
  const { state } = props;
  if (state.matches({ places: { tabs: { records: 'agreement' } } }))
    return <AgreementView {...props} isFailed={state.matches({ places: { tabs: { records: { agreement: 'failed' } } } })} />;
  return state.matches({ places: { tabs: { records: 'statement' } } }) ? <Statement {...props} /> : <List {...props} />;
}

/** Whether the list is so short that each loan has room for its links. */
const isShort = (loans: number): boolean => loans > 0 && loans <= 3;

function List({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  // A loaded list stays visible while it is loaded again.
  const records = valueOf(state.context.records);
  const t = text(language);
  const isFailed = state.matches({ places: { tabs: { records: 'failed' } } });
  const isReading = state.matches({ places: { tabs: { records: 'loading' } } });
  const isLoading = state.context.records.is === 'loading';
  const hasRows = records !== null && records.rows.length > 0;

  return (
    <Screen language={language} title={t('title')} tab="records" busy={isLoading}>
      {isLoading && <TextSkeleton language={language} />}
      {isFailed && (
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      )}
      {isFailed && hasRows && <p className="small muted">{t('seenLast')}</p>}
      {records !== null && hasRows && (
        <CardList>
          {records.rows.map((record) => (
            <RecordRow key={record.orderNo} state={state} send={send} record={record} />
          ))}
        </CardList>
      )}
      {!isFailed && records !== null && isShort(records.rows.length) && (
        <EmptyState art={<NoRecords />} title={t('inside')} text={t('insideText')} />
      )}
      {!isFailed && records?.more && (
        <Button kind="secondary" busy={isReading && t('loadingMore')} onPress={() => send({ type: 'records.moreRequested' })}>
          {t('more')}
        </Button>
      )}
      {!isFailed && records !== null && records.rows.length === 0 && (
        <EmptyState art={<NoRecords />} title={t('none')} text={t('noneText')}>
          <ButtonLink size="small" href={`#${ROUTES.home}`}>
            {t('see')}
          </ButtonLink>
        </EmptyState>
      )}
    </Screen>
  );
}

/** Each loan leads to its statement. */
function RecordRow({ state, send, record }: ScreenProps & { record: LoanRecord }) {
  const { language } = state.context;
  const t = text(language);
  const label = recordLabelOf(record.status);
  const look = label && LOOKS[label];
  const opened = formatDate(language, nairobiDate(record.openedAt));
  const note =
    record.dueDate && isRepayable(record.status)
      ? t('due', { date: formatDate(language, record.dueDate) })
      : t('opened', { date: opened, days: record.termDays });
  return (
    <RowItem
      title={<span className="num">{formatKsh(record.principal)}</span>}
      note={note}
      onPress={() => send({ type: 'statement.opened', orderNo: record.orderNo })}
      end={
        look && (
          <StatusPill tone={look.tone} icon={look.icon}>
            {t(look.word)}
          </StatusPill>
        )
      }
    />
  );
}
