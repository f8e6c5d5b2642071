import { stateConfig } from '../../setup.ts';
import { staticPage } from '../place.ts';
import { cancellationForm } from './cancellationForm.ts';

export const policies = stateConfig({
  id: 'policies',
  initial: 'privacyPolicy',
  states: {
    privacyPolicy: staticPage('privacyPolicy', 'Privacy policy', 'me'),
    termsOfService: staticPage('termsOfService', 'Terms of service', 'me'),
    pdPop: staticPage('pdPop', 'How we use your data', 'home'),
    pop: staticPage('pop', 'What we ask your phone for', 'home'),
    cancellationForm,
  },
});
