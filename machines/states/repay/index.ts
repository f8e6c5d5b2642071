import { stateConfig } from '../../setup.ts';
import { cashier } from './cashier.ts';
import { proofs } from './proofs.ts';
import { repayDetail } from './repayDetail.ts';
import { rollover } from './rollover.ts';

export const repay = stateConfig({
  id: 'repay',
  initial: 'repayDetail',
  states: { repayDetail, cashier, rollover, proofs },
});
