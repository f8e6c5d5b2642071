/**
 * Sends texts through the first provider that accepts them. If one provider may have sent a text, no other one gets it, except
 * a one-time code: the reader waits for it, and a second SMS with the same code does no harm (decision 85).
 */
import { randomUUID } from 'node:crypto';
import type { Cents } from '#machines/model/money.ts';
import { callbackToken } from '#server/rail/callbackToken.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Store } from '#server/store/store.ts';
import { createCircuit } from './circuit.ts';
import { partsOf } from './textLength.ts';
import type { AboutText, ProviderAnswer, ProviderName, SendResult, Sms, SmsProvider } from './sms.ts';
import type { TextLog } from './textLog.ts';

/** Time limit of one provider, ms. */
const PATIENCE = 10_000;
/** Time limit of one provider for a one-time code, if there is a further provider to try, ms. */
const PATIENCE_WITH_CODE = 4_000;

export interface SmsObserver {
  /** @param cost cents; null: unknown. */
  answered(provider: ProviderName, result: ProviderAnswer['is'], cost: Cents | null): void;
  /** Reports a refusal that the operator has to resolve with the provider. */
  refusesUs(provider: ProviderName, code: string): void;
  failed(error: unknown): void;
}

export interface SmsDeps {
  store: Pick<Store, 'db'>;
  clock: Clock;
  log: TextLog;
  /** At least one, in the order in which they are tried. */
  providers: readonly SmsProvider[];
  /** Cents for one part of a text, for a provider that reports no price. */
  prices: Readonly<Partial<Record<ProviderName, Cents>>>;
  /** Address of this server for delivery reports, without a trailing slash; null: no reports are requested. */
  reportsTo: string | null;
  observer: SmsObserver;
}

/** Path of delivery reports below the lender's address. @param token of one text, or the secret for all texts. */
export const reportAddress = (token: string, provider: ProviderName): string => `/texts/${token}/${provider}`;

export function createSms({ store, clock, log, providers, prices, reportsTo, observer }: SmsDeps): Sms {
  const circuits = new Map(providers.map(({ name }) => [name, createCircuit(clock)]));
  const isOpen = ({ name }: SmsProvider): boolean => circuits.get(name)?.isOpen() ?? false;
  /** All providers. Those with an open circuit come last, so that they are tried if all others fail. */
  const inOrder = (): SmsProvider[] => [...providers.filter((one) => !isOpen(one)), ...providers.filter(isOpen)];

  function note({ name }: SmsProvider, answer: ProviderAnswer, cost: Cents | null): void {
    const circuit = circuits.get(name);
    if (answer.is === 'taken' || answer.is === 'refused') circuit?.worked();
    else circuit?.failed(answer.is === 'notNow' && answer.isOurs);
    observer.answered(name, answer.is, cost);
    if (answer.is === 'notNow' && answer.isOurs) observer.refusesUs(name, answer.code);
  }

  async function attempt(
    provider: SmsProvider,
    to: string,
    text: string,
    about: AboutText & { sendId: string },
    timeout: number,
  ): Promise<ProviderAnswer> {
    const { name } = provider;
    const counted = partsOf(text);
    const begun = await log.begin(to, about, name, counted);
    const reportTo = reportsTo === null ? null : reportsTo + reportAddress(callbackToken(store.db, 'text', begun.nonce), name);
    const answer = await provider.send({ to, text, sendId: about.sendId, reportTo, timeout }).catch((error: unknown): ProviderAnswer => {
      observer.failed(error);
      return { is: 'unknown', code: 'error' };
    });
    const parts = (answer.is === 'taken' ? answer.parts : null) ?? counted;
    const price = prices[name];
    const cost = answer.is === 'taken' ? (answer.cost ?? (price === undefined ? null : price * parts)) : null;
    note(provider, answer, cost);
    // A failure to log the answer is no failure of the text, which may be on its way. The logged outcome then stays unknown.
    await log.end(begun, answer, cost, parts).catch(observer.failed);
    return answer;
  }

  /**
   * The providers that may send a text. They are restricted after an attempt with an unknown outcome, to avoid a duplicate.
   * @returns null: no provider may send it again. `arrived`: the earlier provider has reported the text meanwhile.
   */
  async function allowed({ kind, sendId }: AboutText): Promise<readonly SmsProvider[] | 'arrived' | null> {
    const earlier = sendId === undefined ? null : await log.unknownAttempt(sendId);
    if (!earlier) return inOrder();
    if (earlier.delivery !== null) return 'arrived';
    const same = providers.find(({ name }) => name === earlier.provider);
    if (same?.isIdempotent) return [same];
    return kind === 'reminder' ? null : inOrder();
  }

  return {
    async send(to, text, about) {
      const asked = await allowed(about);
      if (asked === 'arrived') return { is: 'taken' };
      if (asked === null) return { is: 'unknown', again: 'never' };
      const named = { ...about, sendId: about.sendId ?? randomUUID() };
      const isCode = about.kind === 'code';
      let result: SendResult = { is: 'notNow' };
      for (const [index, provider] of asked.entries()) {
        const isLast = index === asked.length - 1;
        const answer = await attempt(provider, to, text, named, isCode && !isLast ? PATIENCE_WITH_CODE : PATIENCE);
        if (answer.is === 'taken') return { is: 'taken' };
        // An earlier provider may have sent the text, so it does not count as refused.
        if (answer.is === 'refused') return result.is === 'unknown' ? result : { is: 'refused', why: answer.why };
        if (answer.is !== 'unknown') continue;
        result = { is: 'unknown', again: provider.isIdempotent ? 'safe' : about.kind === 'reminder' ? 'never' : 'duplicate' };
        if (!isCode) return result;
      }
      return result;
    },
  };
}
