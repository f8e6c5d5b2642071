import { valueOf } from '#machines/model/loadable.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { Card } from '#src/ui/card/Card.tsx';
import { Fact, Facts } from '#src/ui/lines/Lines.tsx';
import type { ScreenProps } from '../props.ts';
import { companyText } from './companyStrings.ts';

/**
 * The company; nothing before its data are loaded.
 * @param isPolicy the page is a policy: it also shows the day from which it is in force, and the data protection officer.
 */
export function CompanyCard({ state, isPolicy }: Pick<ScreenProps, 'state'> & { isPolicy: boolean }) {
  const { language, support } = state.context;
  const t = companyText(language);
  const company = valueOf(support)?.company;
  if (!company) return null;
  return (
    <Card title={t('title')} spacing="snug">
      <Facts>
        <Fact label={t('name')}>{company.name}</Fact>
        <Fact label={t('address')}>{company.address}</Fact>
        <Fact label={t('licence')}>{company.licence}</Fact>
        <Fact label={t('regulator')}>{company.regulator}</Fact>
        <Fact label={t('complaints')}>{company.regulatorContact}</Fact>
        {isPolicy && <Fact label={t('dataOfficer')}>{company.dataOfficerEmail}</Fact>}
        {isPolicy && <Fact label={t('since')}>{formatDate(language, company.policiesSince)}</Fact>}
      </Facts>
    </Card>
  );
}
