import type { ScreenProps } from '../props.ts';
import { FourSteps, Landing, UpTo } from '../shared/landing.tsx';
import { landingText } from '../shared/landingStrings.ts';

export default function Yx1({ state, send }: ScreenProps) {
  const { language, product } = state.context;
  const t = landingText(language);
  const busy = state.matches({ places: { promotion: { yx1: 'checking' } } });
  return (
    <Landing
      state={state}
      send={send}
      title={t('forYou')}
      action={t('apply')}
      busy={busy}
      lead={product && <UpTo state={state} product={product} />}
    >
      <FourSteps state={state} busy={busy} />
    </Landing>
  );
}
