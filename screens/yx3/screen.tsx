import type { ScreenProps } from '../props.ts';
import { FourSteps, Landing, UpTo } from '../shared/landing.tsx';
import { landingText } from '../shared/landingStrings.ts';

/** Rate and smallest amount as they are, the four real steps; the number is asked for where its code is sent. */
export default function Yx3({ state, send }: ScreenProps) {
  const { language, product } = state.context;
  const t = landingText(language);
  return (
    <Landing state={state} send={send} title={t('withNumber')} action={t('applyNumber')}>
      {product && <UpTo state={state} product={product} />}
      <FourSteps state={state} />
    </Landing>
  );
}
