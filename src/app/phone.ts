/**
 * The first part of the app: the storage, the bridge to the shell, and the client of the lender. It reads who is signed in and
 * sends the call for home at once. Chart and screens load meanwhile.
 */
import type { JourneyActor } from '#machines/journey.machine.ts';
import type { StoredDevice } from '#machines/model/device.ts';
import type { SessionPortName } from '#machines/ports/index.ts';
import type { Api } from '#src/api/client.ts';
import { createBridge, type Bridge } from '#src/bridge/bridge.ts';
import type { Settings } from '#src/market/pageSettings.ts';
import { dropPhotos } from '#src/ui/photoStore.ts';
import { newRequestId } from '#src/ui/requestId.ts';
import { openLenderApi, type LenderApi } from './lenderApi.ts';
import { createLenderClock, type LenderClock } from './lenderClock.ts';
import type { Works } from './ports/binding.ts';
import { homeCall, sessionPorts } from './ports/session.ts';
import { readEncrypted } from './safe/readEncrypted.ts';
import { openStorage, type DeviceStorage } from './storage.ts';

export interface Phone {
  clock: LenderClock;
  storage: DeviceStorage;
  bridge: Bridge;
  api: () => Promise<Api>;
  /** The ports of the start. */
  ports: Works<SessionPortName>;
  /** The state of the phone, whose reading has begun. */
  restored: Promise<StoredDevice>;
  /** Connects the journey: its session is used from now on. @param onLogin gets messages of the shell, also earlier ones. */
  follow: (journey: JourneyActor, onLogin: (message: unknown) => void) => void;
}

/** @param settings of the page. */
export function openPhone(settings: Settings): Phone {
  const clock = createLenderClock();
  const storage = openStorage(undefined, undefined, (found) => readEncrypted(found, window.stored));
  let journey: JourneyActor | null = null;
  const earlyMessages: unknown[] = [];
  let onLogin = (message: unknown): void => void earlyMessages.push(message);

  const bridge = createBridge({
    host: window,
    hostOrigin: window.location.origin,
    newId: newRequestId,
    // Before the chart has loaded, the call for home is running anyway.
    onPush: () => journey?.send({ type: 'refresh.requested' }),
    onLogin: (message) => onLogin(message),
  });
  /** Session and language: from the storage, or from the chart once it has read the storage. */
  const known = (): Pick<StoredDevice, 'session' | 'language'> => {
    const snapshot = journey?.getSnapshot();
    return snapshot && !snapshot.matches('boot') ? snapshot.context : storage.read();
  };

  let opened: Promise<LenderApi> | null = null;
  function open(): Promise<LenderApi> {
    opened ??= openLenderApi({
      settings,
      now: clock.now,
      token: () => known().session?.token ?? null,
      language: () => known().language,
      app: storage.app,
      device: storage.deviceId,
      storage,
      onServerTime: clock.synchronize,
      epoch: () => journey?.getSnapshot().context.epoch ?? 0,
      onSessionLost: (epoch, problem) => journey?.send({ type: 'session.lost', epoch, problem }),
    });
    opened.catch(() => {
      opened = null;
    });
    return opened;
  }
  const api = async (): Promise<Api> => (await open()).api;

  const ports = sessionPorts({
    api,
    bridge,
    storage,
    forgetPhotos: dropPhotos,
    onRead: (signedIn) =>
      void open().then(
        ({ sendAhead }) => sendAhead(homeCall(signedIn)),
        () => undefined,
      ),
  });
  // Reads the storage now. The chart invokes the port once, at its start, and gets this result.
  const restored = ports.restoreDevice({ input: undefined, signal: new AbortController().signal });
  restored.catch(() => undefined);

  return {
    clock,
    storage,
    bridge,
    api,
    ports: { ...ports, restoreDevice: () => restored },
    restored,
    follow: (begun, followLogin) => {
      journey = begun;
      onLogin = followLogin;
      earlyMessages.splice(0).forEach(followLogin);
    },
  };
}
