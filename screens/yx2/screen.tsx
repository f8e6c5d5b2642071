import type { ScreenProps } from '../props.ts';
import { Landing, UpTo } from '../shared/landing.tsx';
import { landingText } from '../shared/landingStrings.ts';

/** The number is typed here; every cost is looked at on the next page. */
export default function Yx2({ state, send }: ScreenProps) {
  const { language, product } = state.context;
  const t = landingText(language);
  return (
    <Landing
      state={state}
      send={send}
      title={t('forYou')}
      action={t('glanceLink')}
      lead={product && <UpTo state={state} product={product} />}
    />
  );
}
