import type { ScreenProps } from '../props.ts';
import { Landing, WorkedExample } from '../shared/landing.tsx';
import { landingText } from '../shared/landingStrings.ts';

export default function Yx2ConfirmBorrow({ state, send }: ScreenProps) {
  const { language, product } = state.context;
  const t = landingText(language);
  const busy = state.matches({ places: { promotion: { yx2ConfirmBorrow: 'checking' } } });
  return (
    <Landing
      state={state}
      send={send}
      title={t('glance')}
      action={t('apply')}
      busy={busy}
      lead={product && <WorkedExample state={state} product={product} />}
    />
  );
}
