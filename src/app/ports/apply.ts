/** The application: its saved sections, opening it, its photos and the phone book. */
import type { JourneyEvent } from '#machines/events.ts';
import type { SectionName } from '#machines/model/application.ts';
import { LOCAL, type Problem } from '#machines/model/codes.ts';
import { turnOf } from '#machines/model/faceTurn.ts';
import type { PhotoSide } from '#machines/model/idPhotos.ts';
import type { Api } from '#src/api/client.ts';
import type { CallName } from '#src/api/contract.ts';
import type { Bridge } from '#src/bridge/bridge.ts';
import type { DeviceStorage } from '../storage.ts';
import { importOrReload } from '../importOrReload.ts';
import { clientOf } from './lenderClient.ts';
import { fileToSend, type PhotoDeps } from './photo.ts';
import type { Works } from './binding.ts';

export interface ApplyDeps extends PhotoDeps {
  api: () => Promise<Api>;
  bridge: Bridge;
  storage: DeviceStorage;
  /** The actor that gets the progress of an upload. */
  journey: () => { send: (event: JourneyEvent) => void };
}

const PHOTO_CALLS = { front: 'uploadIdFront', back: 'uploadIdBack', face: 'saveFaceImage' } as const satisfies Record<PhotoSide, CallName>;

/** undefined: the answer has no valid contact. null: the phone book was closed without a choice. */
function readContact(answer: unknown): { name: string; phone: string } | null | undefined {
  const { ok, name, phone } = (typeof answer === 'object' && answer !== null ? answer : {}) as Partial<Record<string, unknown>>;
  if (ok === false) return null;
  return ok === true && typeof name === 'string' && typeof phone === 'string' ? { name, phone } : undefined;
}

type ApplyPortName = 'loadSaved' | 'startApplication' | 'openCamera' | 'uploadPhoto' | 'pickContact';

export function applyPorts({ api, bridge, storage, photo, journey }: ApplyDeps): Works<ApplyPortName> {
  const client = clientOf(api);
  return {
    loadSaved: async ({ signal }) => {
      const { basicInfo, sections, savedAt } = await (await client()).call('getUserInfo', {}, { signal });
      storage.keepUserInfo(basicInfo);
      return (Object.keys(sections) as SectionName[]).map((section) => {
        const [values, version] = [sections[section], savedAt[section]];
        // Without the version, a section that is changed here could not be compared with the lender's.
        if (values === undefined || version === undefined) throw { code: LOCAL.garbageAnswer, message: '' } satisfies Problem;
        return { section, values, savedAt: version };
      });
    },
    startApplication: async ({ input: { again, ...wish } }) => (await client()).call(again ? 'applyMarketAgain' : 'applyMarket', wish),
    openCamera: async ({ input: { side }, signal }) => {
      const { openCamera } = await importOrReload(import('#src/ui/camera/openCamera.ts'));
      return openCamera(side, signal);
    },
    uploadPhoto: async ({ input: { orderNo, side, handle, turn } }) => {
      const files = { file: await fileToSend(photo, handle) };
      const onProgress = (sent: number, total: number) => journey().send({ type: 'upload.progressed', sent, total });
      const answer = await (await client()).call(PHOTO_CALLS[side], { orderNo, ...(turn && { turn }) }, { files, onProgress });
      return { turn: turnOf(answer.turn) };
    },
    pickContact: async ({ input: { index }, signal }) => {
      const [{ contactLine, fromPhoneBook }, { market }, answer] = await Promise.all([
        import('#src/forms/text.ts'),
        import('#src/market/market.ts'),
        bridge.ask('selectContact', { flag: 'emergencyContact', index }, { signal }),
      ]);
      const picked = readContact(answer);
      if (picked === undefined) throw { code: LOCAL.shellRefused, message: '' } satisfies Problem;
      return { index, contact: picked && { name: contactLine(picked.name), phone: fromPhoneBook(picked.phone, market) } };
    },
  };
}
