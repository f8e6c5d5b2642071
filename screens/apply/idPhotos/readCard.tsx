/** The values that the lender read on the card, beside the typed ones. Each difference has a link that corrects it. */
import type { MouseEvent } from 'react';
import type { Language } from '#machines/context.ts';
import { fromDayMonthYear } from '#machines/model/calendar.ts';
import { CARD_FIELDS, differingFields, isOtherPersonsCard, type CardField, type CardLines } from '#machines/model/identityCheck.ts';
import { ROUTES } from '#machines/routes.ts';
import type { ScreenProps } from '#screens/props.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { Card } from '#src/ui/card/Card.tsx';
import { cx } from '#src/ui/cx.ts';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { check, error } from '#src/ui/icon/primaryIcons.ts';
import styles from './readCard.module.css';
import { strings } from './strings.ts';

/** The field of the form in which a value of the card is typed. */
const TYPED_IN: Readonly<Record<CardField, string>> = { number: 'nationalId', name: 'firstName', birthday: 'inputBirthday' };

/** A birthday is shown as a date; a text that is no date stays as it is. */
function shown(language: Language, field: CardField, text: string): string {
  const date = field === 'birthday' ? fromDayMonthYear(text) : null;
  return date === null ? text : formatDate(language, date);
}

export function ReadCard({ language, lines, send }: { language: Language; lines: CardLines; send: ScreenProps['send'] }) {
  const t = strings(language);
  const differing = differingFields(lines);
  const outcome = differing.length === 0 ? 'matches' : isOtherPersonsCard(lines) ? 'otherPerson' : 'differs';

  const correct = (field: CardField) => (event: MouseEvent) => {
    event.preventDefault();
    send({ type: 'change.requested', section: 'personalInfo', field: TYPED_IN[field] });
  };

  return (
    <Card title={t('readTitle')} spacing="snug">
      <p className={cx(styles.outcome, outcome === 'matches' ? styles.ok : styles.bad)} role="status">
        <Icon path={outcome === 'matches' ? check : error} size="s" />
        <span>{t(outcome)}</span>
      </p>
      <ul className={styles.lines}>
        {CARD_FIELDS.map((field) => {
          const { read, typed, agrees } = lines[field];
          return (
            <li key={field} className={styles.line}>
              <p className="strong">{t(field)}</p>
              <dl className={styles.pair}>
                <div>
                  <dt>{t('onCard')}</dt>
                  <dd>{shown(language, field, read)}</dd>
                </div>
                <div>
                  <dt>{t('youTyped')}</dt>
                  <dd className={agrees ? undefined : styles.bad}>{typed === '' ? t('nothingTyped') : shown(language, field, typed)}</dd>
                </div>
              </dl>
              {!agrees && (
                <p>
                  <a className={styles.correct} href={`#${ROUTES.personalInfo}`} onClick={correct(field)}>
                    {t('correct')}
                    <span className="visually-hidden">: {t(field)}</span>
                  </a>
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
