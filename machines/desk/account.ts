/** A member of staff changes the own password, passkeys and authenticator app. Every change needs the present password. */
import { blockLeaving, eventOf, loadAgain, onRefused, output, stateConfig } from './setup.ts';

export const account = stateConfig({
  id: 'account',
  meta: { title: 'Your account' },
  initial: 'loading',
  exit: ['dropChanged', 'dropRenewal'],
  states: {
    loading: {
      tags: ['busy'],
      invoke: {
        id: 'loadAccount',
        src: 'loadAccount',
        input: {},
        onDone: { target: 'shown', actions: { type: 'setAccount', params: ({ event }) => ({ account: output({ event }) }) } },
        onError: onRefused('failed', 'failAccount'),
      },
    },
    failed: { on: loadAgain('loading') },
    shown: {
      on: {
        'password.changed': { target: 'changingPassword', actions: 'dropChanged' },
        'passkey.added': { target: 'addingPasskey', actions: 'dropChanged' },
        'passkey.removed': { target: 'removingPasskey', actions: 'dropChanged' },
        'authenticator.renewed': { target: 'renewingAuthenticator', actions: 'dropChanged' },
        'refresh.requested': 'loading',
      },
    },
    changingPassword: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ event }) => {
          const { password, newPassword } = eventOf({ event }, 'password.changed');
          return { password, newPassword };
        },
        onDone: { target: 'shown', actions: { type: 'noteChanged', params: { changed: 'password' } } },
        onError: onRefused('shown'),
      },
    },
    addingPasskey: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'addPasskey',
        src: 'addPasskey',
        input: ({ event }) => {
          const { label, password } = eventOf({ event }, 'passkey.added');
          return { label, password };
        },
        // The loaded list contains the new passkey.
        onDone: { target: 'loading', actions: { type: 'noteChanged', params: { changed: 'passkeyAdded' } } },
        onError: onRefused('shown'),
      },
    },
    removingPasskey: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'removePasskey',
        src: 'removePasskey',
        input: ({ event }) => {
          const { passkeyId, password } = eventOf({ event }, 'passkey.removed');
          return { passkeyId, password };
        },
        onDone: {
          target: 'shown',
          actions: [
            { type: 'setAccount', params: ({ event }) => ({ account: output({ event }) }) },
            { type: 'noteChanged', params: { changed: 'passkeyRemoved' } },
          ],
        },
        onError: onRefused('shown'),
      },
    },
    renewingAuthenticator: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'renewAuthenticator',
        src: 'renewAuthenticator',
        input: ({ event }) => ({ password: eventOf({ event }, 'authenticator.renewed').password }),
        onDone: { target: 'showingKey', actions: { type: 'setRenewal', params: ({ event }) => output({ event }) } },
        onError: onRefused('shown'),
      },
    },
    /** Codes of the old key remain valid until a code of the new key was accepted. */
    showingKey: {
      on: {
        'authenticator.confirmed': 'confirmingKey',
        'authenticator.kept': { target: 'shown', actions: 'dropRenewal' },
      },
    },
    confirmingKey: {
      tags: ['busy', 'changing'],
      on: blockLeaving,
      invoke: {
        id: 'confirmAuthenticator',
        src: 'confirmAuthenticator',
        input: ({ event }) => ({ code: eventOf({ event }, 'authenticator.confirmed').code }),
        onDone: { target: 'shown', actions: { type: 'noteChanged', params: { changed: 'authenticator' } } },
        onError: onRefused('showingKey'),
      },
    },
  },
});
