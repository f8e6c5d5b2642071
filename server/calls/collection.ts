/**
 * The calls about data of the phone. By default no data is requested for an order, because the decision about a loan needs
 * none (docs/readings.md, row 27).
 */
import { DATA_KINDS, UPLOAD_STATUSES, type Consents, type DataKind, type UploadStatus } from '#machines/model/collection.ts';
import { UPLOAD_ADDRESS } from '#server/collection/upload.ts';
import type { Language } from '#machines/context.ts';
import { messageText } from '#server/wire/messageText.ts';
import type { UploadFlags } from '#src/api/payloads.ts';
import { ASKED_PACKAGES } from '#src/market/collectedData.ts';
import type { CallDeps } from './deps.ts';
import type { Handlers } from '#server/wire/handler.ts';
import { invalidFields, readText } from './readRequest.ts';

type CollectionCalls = 'timeUploadEnable' | 'timeUploadStatus' | 'devicePackageList';

const NOTHING = { consents: {}, status: null, held: [], deletedBy: null } as const;

const flagsOf = (consents: Consents): Record<DataKind, boolean> =>
  Object.fromEntries(DATA_KINDS.map((kind) => [kind, consents[kind] !== undefined])) as Record<DataKind, boolean>;

/** undefined: the request contains no consents. */
function readConsents({ consents }: { readonly consents?: unknown }, language: Language): Consents | undefined {
  if (consents === undefined) return undefined;
  const isKnown = (kind: string): boolean => DATA_KINDS.some((one) => one === kind);
  const isAnswer = (value: unknown): boolean => typeof value === 'boolean' || value === null;
  if (
    typeof consents !== 'object' ||
    consents === null ||
    Array.isArray(consents) ||
    !Object.entries(consents).every(([kind, value]) => isKnown(kind) && isAnswer(value))
  )
    throw invalidFields({ consents: messageText(language, 'field.option') });
  return consents as Consents;
}

function readStatus({ status }: { readonly status?: unknown }, language: Language): UploadStatus | undefined {
  const known = UPLOAD_STATUSES.find((one) => one === status);
  if (status === undefined || known !== undefined) return known;
  throw invalidFields({ status: messageText(language, 'field.option') });
}

export function collectionCalls({ collection }: CallDeps): Handlers<CollectionCalls> {
  return {
    async timeUploadEnable(request, caller) {
      const userId = await caller.signedIn();
      const orderNo = readText(request, 'orderNo', caller.language);
      const grant = await collection.grant(userId, orderNo);
      return {
        enableTimeSdk: (await collection.read(userId, orderNo)) !== null,
        upload: grant && { ...grant, address: `${UPLOAD_ADDRESS}/${orderNo}` },
      };
    },

    async timeUploadStatus(request, caller): Promise<UploadFlags> {
      const userId = await caller.signedIn();
      const { language } = caller;
      const orderNo = readText(request, 'orderNo', language);
      const [consents, status] = [readConsents(request, language), readStatus(request, language)];
      if (consents) await collection.answer(userId, orderNo, consents);
      if (status !== undefined) await collection.report(userId, orderNo, status);
      const state = (await collection.read(userId, orderNo)) ?? NOTHING;
      return { ...flagsOf(state.consents), ...state };
    },

    async devicePackageList(request, caller) {
      const state = await collection.read(await caller.signedIn(), readText(request, 'orderNo', caller.language));
      return { packages: state?.consents.appList === true ? ASKED_PACKAGES : [] };
    },
  };
}
