import { onApiError, output, reload, startLoading, stateConfig } from '../../setup.ts';
import { loadedPage, staticPage } from '../place.ts';
import { devices } from './devices.ts';
import { helpImprove } from './helpImprove.ts';
import { language } from './language.ts';
import { settings } from './settings.ts';

const loadingSupport = stateConfig({
  tags: ['busy'],
  entry: reload('support'),
  invoke: {
    id: 'loadSupport',
    src: 'loadSupport',
    onDone: { target: 'shown', actions: { type: 'setSupport', params: ({ event }) => ({ support: output({ event }) }) } },
    onError: onApiError('shown', 'support'),
  },
});

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
    customerServices: loadedPage('customerServices', 'Help and messages', 'me', loadingSupport),
    aboutUs: staticPage('aboutUs', 'About us', 'me'),
    faq: staticPage('faq', 'Questions and answers', 'me'),
    language,
    helpImprove,
    openApp: loadedPage('openApp', 'Open the app', 'home', loadingDownload),
  },
});
