import { stateConfig } from '../../setup.ts';
import { place } from '../place.ts';
import { cancellationForm } from './cancellationForm.ts';

export const policies = stateConfig({
  id: 'policies',
  initial: 'privacyPolicy',
  states: {
    privacyPolicy: place('privacyPolicy', 'Privacy policy', 'me'),
    termsOfService: place('termsOfService', 'Terms of service', 'me'),
    pdPop: place('pdPop', 'How we use your data', 'home'),
    pop: place('pop', 'What we ask your phone for', 'home'),
    cancellationForm,
  },
});
