import { Waiting } from '#src/ui/art/waiting.tsx';
import { StatusCard, StatusCardPart } from '#src/ui/statusCard/StatusCard.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './unknownStatusStrings.ts';

/** A status that this version of the app does not know. It offers no action. */
export function UnknownStatus({ state }: ScreenProps) {
  const t = text(state.context.language);
  return (
    <>
      <Waiting />
      <StatusCard label={t('news')} kind="plain">
        <StatusCardPart spacing="snug">
          <h2>{t('news')}</h2>
          <p className="muted">{t('newsText')}</p>
        </StatusCardPart>
      </StatusCard>
    </>
  );
}
