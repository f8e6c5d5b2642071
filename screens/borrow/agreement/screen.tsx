import type { ScreenProps } from '../../props.ts';
import { AgreementView } from '../../shared/agreementView.tsx';

/** The agreement of the open offer, or of the running loan. */
export default function Agreement(props: ScreenProps) {
  return <AgreementView {...props} isFailed={props.state.matches({ places: { borrow: { agreement: 'failed' } } })} />;
}
