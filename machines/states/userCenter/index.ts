import { onApiError, output, startLoading, stateConfig } from '../../setup.ts';
import { loadingSupport } from '../loadingSupport.ts';
import { loadedPage } from '../place.ts';
import { devices } from './devices.ts';
import { helpImprove } from './helpImprove.ts';
import { language } from './language.ts';
import { settings } from './settings.ts';

const loadingDownload = stateConfig({
  tags: ['busy'],
  entry: startLoading('loadDownload'),
  invoke: {
    id: 'loadDownload',
    src: 'loadDownload',
    onDone: { target: 'shown', actions: { type: 'setAnswer', params: ({ event }) => ({ loadDownload: output({ event }) }) } },
    onError: onApiError('shown', 'loadDownload'),
  },
});

export const userCenter = stateConfig({
  id: 'userCenter',
  initial: 'settings',
  on: { 'back.requested': '#me' },
  states: {
    settings,
    devices,
    customerServices: loadedPage('customerServices', 'Help and messages', 'me', loadingSupport('loadSupport')),
    aboutUs: loadedPage('aboutUs', 'About us', 'me', loadingSupport('loadSupport.aboutUs')),
    faq: loadedPage('faq', 'Questions and answers', 'me', loadingSupport('loadSupport.faq')),
    language,
    helpImprove,
    openApp: loadedPage('openApp', 'Open the app', 'home', loadingDownload),
  },
});
