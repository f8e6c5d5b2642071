import type { ScreenProps } from '../../props.ts';
import { HomeFrame } from './frame.tsx';
import { CanLoan } from './offer.tsx';

/** Home without an order: the part of `screen.tsx` that the first paint waits for. */
export default function VisitorHome(props: ScreenProps) {
  return (
    <HomeFrame {...props}>
      <CanLoan {...props} />
    </HomeFrame>
  );
}
