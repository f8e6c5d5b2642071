import type { ScreenProps } from '../../props.ts';
import { HomeFrame } from './frame.tsx';
import { CanLoan } from './offer.tsx';

/** Home of whoever has no order: the part of `screen.tsx` that a first look on a slow network has to wait for. */
export default function VisitorHome(props: ScreenProps) {
  return (
    <HomeFrame {...props}>
      <CanLoan {...props} />
    </HomeFrame>
  );
}
