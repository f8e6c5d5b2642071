/** The review of the entered values before they are sent. Every line leads to its form. */
import { Fragment, type MouseEvent } from 'react';
import type { ScreenProps } from '#screens/props.ts';
import type { ChangedLine } from '#machines/model/application.ts';
import { PHOTO_SIDES } from '#machines/model/idPhotos.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { formatKsh } from '#machines/model/money.ts';
import { ROUTES } from '#machines/routes.ts';
import { nowOf, orderOf, sessionOf } from '#machines/required.ts';
import { reviewSection, type ReviewGroup } from '#src/forms/review.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { Focus } from '#src/ui/focus/Focus.tsx';
import { Line, Lines } from '#src/ui/lines/Lines.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import styles from './review.module.css';
import { strings } from './strings.ts';

const linkId = ({ section, field }: ChangedLine): string => `change-${section}-${field}`;

const SECTIONS = ['personalInfo', 'additionalInfo', 'loanQuestion'] as const;

/** A range of amounts may only break after its dash, never within an amount. */
const breakable = (value: string) =>
  value.split('-').map((part, index) =>
    index === 0 ? (
      part
    ) : (
      <Fragment key={index}>
        -<wbr />
        {part}
      </Fragment>
    ),
  );

/** Whether the borrower has entered nothing in the group: it has one line, without a value. */
const isEmptyGroup = ({ title, lines: [line, ...more] }: ReviewGroup): boolean =>
  more.length === 0 && line !== undefined && line.label === title && line.value === '' && line.unsaved === null;

/** Joins the empty groups into one, as the last group. */
function joinEmptyGroups(groups: readonly ReviewGroup[], title: string): readonly ReviewGroup[] {
  const empty = groups.filter(isEmptyGroup);
  if (empty.length === 0) return groups;
  return [...groups.filter((group) => !isEmptyGroup(group)), { title, lines: empty.flatMap(({ lines }) => lines) }];
}

export function Review({ state, send }: ScreenProps) {
  const { context } = state;
  const { language, saved, drafts } = context;
  const order = orderOf(context);
  const t = strings(language);
  const check = { today: nairobiDate(nowOf(context)), lang: language, ownMobile: sessionOf(context).mobile };

  const groupsOf = (section: (typeof SECTIONS)[number]) =>
    // The questions are asked again with every loan: answers of an earlier one do not count.
    reviewSection(section, { draft: drafts[section]?.values, saved: section === 'loanQuestion' ? undefined : saved[section] }, check);

  const change = (line: ChangedLine) => (event: MouseEvent) => {
    event.preventDefault();
    send({ type: 'change.requested', ...line });
  };

  const card = (section: ChangedLine['section'], { title, lines }: ReviewGroup) => (
    <Card key={`${section} ${title}`} title={title} spacing="snug">
      <dl>
        {lines.map(({ field, label, value, unsaved }) => (
          <div key={field} className={styles.line}>
            <dt>{label}</dt>
            <dd>
              {value ? breakable(value) : title !== t('notGiven') && <span className="muted">{t('notGiven')}</span>}
              {unsaved !== null && <p className="small">{t('unsaved', { value: unsaved || t('nothing') })}</p>}
            </dd>
            <dd className={styles.change}>
              <a id={linkId({ section, field })} href={`#${ROUTES[section]}`} onClick={change({ section, field })}>
                {t('change')}
                <span className="visually-hidden"> {label}</span>
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );

  // The button stands below the answers. The bar at the bottom has it only after a failed try: otherwise a second press on
  // Continue would send answers that the borrower has not reviewed.
  const sendButton = (
    <Button busy={state.hasTag('overlay') && t('sending')} onPress={() => send({ type: 'application.confirmed' })}>
      {t('send')}
    </Button>
  );

  const account = order.payoutAccount;
  const personal = groupsOf('personalInfo');
  const additional = groupsOf('additionalInfo');
  const hasUnsaved = [...personal, ...additional].some(({ lines }) => lines.some(({ unsaved }) => unsaved !== null));

  return (
    <Screen
      language={language}
      title={t('review')}
      onBack={() => send({ type: 'back.requested' })}
      actions={
        context.problem && (
          <Actions>
            <ProblemNote language={language} problem={context.problem} />
            {sendButton}
          </Actions>
        )
      }
    >
      <Focus on={context.changing && linkId(context.changing)} />
      <Note>{t('nothingSent')}</Note>
      {hasUnsaved && <Note tone="assessing">{t('unsavedNote')}</Note>}
      <Card title={t('loan')}>
        <Lines>
          <Line label={t('amount')}>{formatKsh(order.terms.principal)}</Line>
          <Line label={t('term')}>{t('days', { days: order.terms.termDays })}</Line>
          <Line label={t('sent')}>{formatKsh(order.terms.sent)}</Line>
          <Line label={t('owed')} kind="total">
            {formatKsh(order.terms.owed)}
          </Line>
        </Lines>
      </Card>
      {personal.map((group) => card('personalInfo', group))}
      {joinEmptyGroups(additional, t('notGiven')).map((group) => card('additionalInfo', group))}
      {card('idPhotos', {
        title: t('photos'),
        lines: PHOTO_SIDES.map((side) => ({
          field: side,
          label: t(side),
          value: context.photos[side].is === 'clear' ? t('taken') : '',
          unsaved: null,
        })),
      })}
      {card('bankAccount', {
        title: t('account'),
        lines: [
          { field: 'accountKind', label: t('sendTo'), value: account ? `${account.holderName} ${account.masked}` : '', unsaved: null },
          ...(account?.kind === 'mpesa' && account.owner !== ''
            ? [{ field: 'mobile', label: t('owner'), value: account.owner, unsaved: null }]
            : []),
          ...(account?.kind === 'bank'
            ? [
                { field: 'cardholderName', label: t('owner'), value: account.owner, unsaved: null },
                { field: 'branch', label: t('branch'), value: account.branch, unsaved: null },
              ]
            : []),
        ],
      })}
      {groupsOf('loanQuestion').map((group) => card('loanQuestion', group))}
      {context.problem === null && sendButton}
    </Screen>
  );
}
