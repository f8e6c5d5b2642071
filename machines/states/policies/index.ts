import { stateConfig } from '../../setup.ts';
import { loadingSupport } from '../loadingSupport.ts';
import { loadedPage, staticPage } from '../place.ts';
import { cancellationForm } from './cancellationForm.ts';

export const policies = stateConfig({
  id: 'policies',
  initial: 'privacyPolicy',
  states: {
    privacyPolicy: loadedPage('privacyPolicy', 'Privacy policy', 'me', loadingSupport('loadSupport.privacyPolicy')),
    termsOfService: loadedPage('termsOfService', 'Terms of service', 'me', loadingSupport('loadSupport.termsOfService')),
    pdPop: staticPage('pdPop', 'How we use your data', 'home'),
    pop: staticPage('pop', 'What we ask your phone for', 'home'),
    cancellationForm,
  },
});
