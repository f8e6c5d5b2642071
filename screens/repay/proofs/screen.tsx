import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCardSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { ProofForm } from './form.tsx';
import { proofText } from './strings.ts';

/** A payment that does not show: pictures and number of the receipt, and what became of those sent before. */
export default function Proofs({ state, send }: ScreenProps) {
  const { language, proofs, problem } = state.context;
  const t = proofText(language);
  const at = (place: 'loading' | 'failed') => state.matches({ places: { repay: { proofs: place } } });
  const back = () => send({ type: 'back.requested' });

  if (at('failed')) {
    return (
      <Screen language={language} title={t('title')} onBack={back}>
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      </Screen>
    );
  }
  if (at('loading') || proofs === null) {
    return (
      <Screen language={language} title={t('title')} onBack={back} busy>
        <StatusCardSkeleton language={language} />
      </Screen>
    );
  }

  return <ProofForm state={state} send={send} proofs={proofs} />;
}
