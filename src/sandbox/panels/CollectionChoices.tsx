import { isIncomplete } from '#machines/model/orderStatus.ts';
import { DATA_KINDS, type DataKind } from '#machines/model/collection.ts';
import type { SandboxOrder } from '#src/api/sandbox.ts';
import type { Lender } from '../lender/useLender.ts';

const KINDS: Readonly<Record<DataKind, string>> = {
  contact: 'Contacts',
  sms: 'Text messages',
  exif: 'Picture dates and places',
  device: 'Device',
  appList: 'Lending apps',
  location: 'Location',
};
const UPLOAD = { '0': 'done', '1': 'started', '-1': 'failed' } as const;

/**
 * The requested data of the phone for an application, the borrower's consent, and the stored kinds. The content of the data is
 * never shown.
 */
export function CollectionChoices({ order, lender }: { order: SandboxOrder; lender: Lender }) {
  const { collection, orderNo } = order;
  const asked = collection?.asked ?? [];
  const isApplicationOpen = isIncomplete(order.status);
  if (!isApplicationOpen && !collection) return null;

  const stateOf = (kind: DataKind): string => {
    if (collection?.held.includes(kind)) return 'here';
    if (collection?.agreed.includes(kind)) return 'agreed';
    return collection?.refused.includes(kind) ? 'refused' : 'asked';
  };
  const toggle = (kind: DataKind): void =>
    void lender.run(`/orders/${orderNo}/collection`, {
      kinds: asked.includes(kind) ? asked.filter((one) => one !== kind) : [...asked, kind],
    });

  return (
    <details>
      <summary>Data of the phone{asked.length > 0 && `: ${asked.map((kind) => `${KINDS[kind]} ${stateOf(kind)}`).join(', ')}`}</summary>
      <div className="sb-stack sb-inset" role="group" aria-label="Data of the phone">
        <p className="sb-hint">
          {isApplicationOpen ? 'Asked for with this application; the borrower may refuse each' : 'Was asked for with this application'}
        </p>
        {DATA_KINDS.map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={asked.includes(kind)} disabled={!isApplicationOpen} onChange={() => toggle(kind)} />{' '}
            {KINDS[kind]}
          </label>
        ))}
        {collection && collection.status !== null && (
          <p className="sb-quiet">
            The shell’s upload: {UPLOAD[`${collection.status}`]} ({collection.status})
          </p>
        )}
      </div>
    </details>
  );
}
