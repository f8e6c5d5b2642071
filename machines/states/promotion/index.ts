import { stateConfig } from '../../setup.ts';
import { countedLanding, landing, landingBefore } from './landing.ts';

export const promotion = stateConfig({
  id: 'promotion',
  initial: 'yx1',
  states: {
    yx1: landing('yx1', 'A loan for you', 'home'),
    yx2: landingBefore('yx2', 'A loan for you', 'yx2ConfirmBorrow'),
    yx2ConfirmBorrow: landing('yx2ConfirmBorrow', 'Your loan at a glance', 'yx2'),
    yx3: countedLanding('yx3', 'Apply with your number', 'home'),
  },
});
