import type { ScreenProps } from '../props.ts';
import { FourSteps, Landing, UpTo } from '../shared/landing.tsx';
import { landingText } from '../shared/landingStrings.ts';

export default function Yx1({ state, send }: ScreenProps) {
  const { language, product } = state.context;
  const t = landingText(language);
  return (
    <Landing state={state} send={send} title={t('forYou')} action={t('apply')}>
      {product && <UpTo state={state} product={product} />}
      <FourSteps state={state} />
    </Landing>
  );
}
