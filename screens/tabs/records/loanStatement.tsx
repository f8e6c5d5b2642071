import type { Language } from '#machines/context.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh, type Cents } from '#machines/model/money.ts';
import type { LoanStatement, StatementLine } from '#machines/model/order.ts';
import { isEnded } from '#machines/model/orderStatus.ts';
import { ROUTES } from '#machines/routes.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { NoRecords } from '#src/ui/art/noRecords.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { Card, CardList, RowItem } from '#src/ui/card/Card.tsx';
import { writeClipboard } from '#src/ui/copyRow/clipboard.ts';
import { EmptyState } from '#src/ui/emptyState/EmptyState.tsx';
import { records } from '#src/ui/icon/primaryIcons.ts';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Money } from '#src/ui/money/Money.tsx';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import { StatusCard, StatusCardFigure, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import type { ScreenProps } from '../../props.ts';
import { ReportedPayments } from '../../shared/reportedPayments.tsx';
import { fileName, statementTable, tableAsFile } from './statementFile.ts';
import { text } from './strings.ts';

/** Every journal of one loan, oldest first, with its amounts and the debt after it. */
export function Statement({ state, send }: ScreenProps) {
  const { language, statement, order, problem } = state.context;
  const t = text(language);
  const isFailed = state.matches({ places: { tabs: { records: { statement: 'failed' } } } });
  // A loaded statement stays visible while it is loaded again.
  const read = valueOf(statement);
  return (
    <Screen
      language={language}
      title={t('statement')}
      onBack={() => send({ type: 'back.requested' })}
      busy={statement.is === 'loading'}
      actions={read && read.lines.length > 0 && <Save language={language} statement={read} send={send} />}
    >
      {isFailed && (
        <LoadError language={language} title={t('statementFailed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      )}
      {statement.is === 'loading' && <TextSkeleton language={language} />}
      {read && <Summary language={language} statement={read} />}
      {read && <ReportedPayments language={language} reported={read.reported} />}
      {read && order?.orderNo === read.orderNo && !isEnded(order.status) && (
        <ButtonLink kind="secondary" href={`#${ROUTES.home}`}>
          {t('toLoan')}
        </ButtonLink>
      )}
      {read?.agreedAt != null && (
        <CardList>
          <RowItem
            icon={records}
            title={t('agreement')}
            note={t('agreementNote', { date: formatDate(language, nairobiDate(read.agreedAt)) })}
            onPress={() => send({ type: 'agreement.opened' })}
          />
        </CardList>
      )}
      {read?.lines.length === 0 && <EmptyState art={<NoRecords />} title={t('noData')} text={t('nothingMoved')} />}
      {read?.lines.map((line) => (
        <Journal key={line.no} language={language} line={line} />
      ))}
    </Screen>
  );
}

function Summary({ language, statement }: { language: Language; statement: LoanStatement }) {
  const t = text(language);
  const kept = keptOf(statement);
  return (
    <StatusCard label={t('statement')} kind="plain">
      <StatusCardPart>
        <StatusCardFigure
          label={t('left')}
          note={t('loanOf', { amount: formatKsh(statement.principal), days: statement.termDays, orderNo: statement.orderNo })}
        >
          <Money amount={statement.left} />
        </StatusCardFigure>
      </StatusCardPart>
      {kept > 0 && (
        <StatusCardPart>
          <p className="strong">{t('kept', { amount: formatKsh(kept) })}</p>
          <p>
            {t('keptText')} <a href={`#${ROUTES.addFeedback}`}>{t('writeToUs')}</a>
          </p>
        </StatusCardPart>
      )}
    </StatusCard>
  );
}

/** The money paid above the debt of an ended loan. While a loan is open, such money may still be used for its debt. */
const keptOf = ({ left, lines }: LoanStatement): Cents =>
  left > 0
    ? 0
    : lines
        .flatMap(({ parts }) => parts)
        .filter(({ part }) => part === 'credit')
        .reduce((sum, { amount }) => sum + amount, 0);

const signed = (amount: Cents): string => (amount < 0 ? `− ${formatKsh(-amount)}` : formatKsh(amount));

function Journal({ language, line }: { language: Language; line: StatementLine }) {
  const t = text(language);
  return (
    <Card title={`${formatDate(language, line.on)}: ${t(line.kind)}`} spacing="snug">
      {line.receipt && <p className="small muted">{t('receipt', { receipt: line.receipt })}</p>}
      <Lines>
        {line.parts.map(({ part, amount }, i) => (
          <Line key={`${part} ${i}`} label={t(part)}>
            {signed(amount)}
          </Line>
        ))}
        <Line label={t('owedAfter')} kind="total">
          {formatKsh(line.balance)}
        </Line>
      </Lines>
    </Card>
  );
}

/** Saves the statement as a file, or copies it, because some web views save no files. */
function Save({ language, statement, send }: { language: Language; statement: LoanStatement; send: ScreenProps['send'] }) {
  const t = text(language);
  const table = statementTable(language, statement);
  return (
    <Actions>
      <ButtonLink href={tableAsFile(table)} download={fileName(statement)}>
        {t('download')}
      </ButtonLink>
      <Button kind="quiet" onPress={() => void writeClipboard(table).then((ok) => send({ type: 'copy.finished', ok }))}>
        {t('copy')}
      </Button>
    </Actions>
  );
}
