import { region } from '../../setup.ts';
import { place } from '../place.ts';
import { cancellationForm } from './cancellationForm.ts';

export const policies = region({
  id: 'policies',
  initial: 'privacyPolicy',
  states: {
    privacyPolicy: place('privacyPolicy', 'Privacy policy', 'me'),
    termsOfService: place('termsOfService', 'Terms of service', 'me'),
    pdPop: place('pdPop', 'How we use your data', 'home'),
    // Opened from the settings, or by a shell before anyone signed in.
    pop: region({
      ...place('pop', 'What we ask your phone for', 'home'),
      on: { 'back.requested': [{ guard: 'hasSession', target: '#settings' }, { target: '#home' }] },
    }),
    cancellationForm,
  },
});
