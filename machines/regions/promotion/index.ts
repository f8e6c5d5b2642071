import { region } from '../../setup.ts';
import { landing } from '../place.ts';

export const promotion = region({
  id: 'promotion',
  initial: 'yx1',
  states: {
    yx1: landing('yx1', 'A loan for you'),
    yx2: landing('yx2', 'A loan for you'),
    yx2ConfirmBorrow: landing('yx2ConfirmBorrow', 'Your loan at a glance'),
    yx3: landing('yx3', 'Apply with your number'),
  },
});
