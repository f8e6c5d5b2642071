import { RECORDING_DAYS } from '#src/market/recordingLimits.ts';
import { recordingsAddress } from '#src/market/recordingsAddress.ts';
import { DATA_PROMISES, PROMISES } from '#src/market/support.ts';
import type { ScreenProps } from '../../props.ts';
import { Document } from '../../shared/document.tsx';
import { promisesIn } from '../../shared/productTerms.ts';
import { text } from './strings.ts';

export default function PrivacyPolicy({ state, send }: ScreenProps) {
  const { language, order } = state.context;
  const t = text(language);
  return (
    <Document
      isPolicy
      state={state}
      send={send}
      title={t('title')}
      intro={(names) => t('intro', names)}
      sections={[
        {
          title: t('keep'),
          text: [
            t('keepNumber'),
            t('keepForms'),
            t('keepBureau'),
            t('keepContacts'),
            t('keepPhotos'),
            t('keepAccount'),
            t('keepLoan'),
            t('keepMessages'),
            ...(recordingsAddress() === null ? [] : [t('keepRecordings', { days: RECORDING_DAYS })]),
          ],
        },
        { title: t('phone'), text: [promisesIn(language, order).data, t('phoneText')] },
        {
          title: t('long'),
          text: [
            t('longNon', DATA_PROMISES),
            t('longLoan', DATA_PROMISES),
            t('longRejected', { reapplyDays: PROMISES.reapplyDays }),
            t('longBureau', DATA_PROMISES),
          ],
        },
        { title: t('who'), text: [t('whoText')] },
        {
          title: t('rights'),
          text: [
            t('rightsSee', DATA_PROMISES),
            t('rightsDelete', DATA_PROMISES),
            t('rightsPerson'),
            t('rightsBureau'),
            t('rightsComplain'),
          ],
        },
      ]}
    />
  );
}
