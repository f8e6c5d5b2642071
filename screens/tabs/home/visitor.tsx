import type { ScreenProps } from '../../props.ts';
import { HomeFrame } from './homeFrame.tsx';
import { CanLoan } from './canLoan.tsx';

/** Home without an order: the part of `screen.tsx` that the first paint waits for. */
export default function VisitorHome(props: ScreenProps) {
  return (
    <HomeFrame {...props}>
      <CanLoan {...props} />
    </HomeFrame>
  );
}
