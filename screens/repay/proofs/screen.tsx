import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { StatusCardSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../../props.ts';
import { ProofForm } from './proofForm.tsx';
import { proofText } from './strings.ts';

/** A payment that is missing in the statement: pictures and number of the receipt, and the state of earlier proofs. */
export default function Proofs({ state, send }: ScreenProps) {
  const { language, proofs, problem } = state.context;
  const t = proofText(language);
  const back = () => send({ type: 'back.requested' });

  if (proofs.is === 'failed') {
    return (
      <Screen language={language} title={t('title')} onBack={back}>
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      </Screen>
    );
  }
  if (proofs.is === 'loading') {
    return (
      <Screen language={language} title={t('title')} onBack={back} busy>
        <StatusCardSkeleton language={language} />
      </Screen>
    );
  }

  return <ProofForm state={state} send={send} proofs={proofs.value} />;
}
