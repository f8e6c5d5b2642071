import type { ScreenProps } from '../props.ts';
import { FourSteps, Landing, UpTo, Vacancies } from '../shared/landing.tsx';
import { landingText } from '../shared/landingStrings.ts';

/** Rate and smallest amount as they are, places as the lender counts them, and the four real steps. */
export default function Yx3({ state, send }: ScreenProps) {
  const { language, product } = state.context;
  const t = landingText(language);
  const busy = state.matches({ places: { promotion: { yx3: 'checking' } } });
  return (
    <Landing
      state={state}
      send={send}
      title={t('withNumber')}
      action={t('applyNumber')}
      busy={busy}
      lead={
        <>
          {product && <UpTo state={state} product={product} />}
          <Vacancies state={state} />
        </>
      }
    >
      <FourSteps state={state} busy={busy} />
    </Landing>
  );
}
