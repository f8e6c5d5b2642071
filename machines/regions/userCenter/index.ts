import { region } from '../../setup.ts';
import { place } from '../place.ts';
import { language } from './language.ts';
import { settings } from './settings.ts';

export const userCenter = region({
  id: 'userCenter',
  initial: 'settings',
  on: { 'back.requested': '#me' },
  states: {
    settings,
    customerServices: place('customerServices', 'Help and messages', 'me'),
    aboutUs: place('aboutUs', 'About us', 'me'),
    faq: place('faq', 'Questions and answers', 'me'),
    language,
    openApp: place('openApp', 'Open the app', 'home'),
  },
});
