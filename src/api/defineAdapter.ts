/** An adapter, written call by call and typed by the contract. Only a build with an adapter contains this. */
import { LOCAL, toProblem, type Problem } from '#machines/model/codes.ts';
import type { Adapter, Sending } from './adapter.ts';
import type { CallName, RequestOf, ResponseOf } from './contract.ts';
import { dataOf, problem, readAnswer } from './errors.ts';
import type { Answer } from './payloads.ts';

/** One call. The types of this side are the contract's; the back end's side is whatever it is. */
export interface CallAdapter<Request, Response> {
  /** What replaces the contract's way to send it; what is left out stays. */
  request?: (request: Request) => Partial<Omit<Sending, 'headers'>>;
  /** The data of the contract from the data of a successful answer. What it throws means that no answer of the lender arrived. */
  response?: (data: unknown, request: Request) => Response;
  /** Answers without the back end, which has no such call. Nothing is sent. @throws Problem to refuse. */
  instead?: (request: Request) => Response;
}

export interface AdapterParts {
  /** For every call, after its own. */
  request?: (sending: Sending, name: CallName) => Sending;
  /**
   * The answer of the contract from the JSON of a response, before the call's own `response`. Codes are those of
   * `machines/model/codes.ts`; the app has a text for each where `msg` is empty. What it throws means that no answer of the
   * lender arrived.
   */
  answer?: (body: unknown, status: number) => Answer;
  calls?: { readonly [N in CallName]?: CallAdapter<RequestOf<N>, ResponseOf<N>> };
}

type AnyCall = CallAdapter<object, unknown>;

/** What a part of the adapter throws: its own Problem, or an answer that it does not understand. */
function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code } = toProblem(error);
    throw code === LOCAL.unknown ? problem(LOCAL.garbageAnswer) : (error as Problem);
  }
}

export function defineAdapter({ request, answer, calls = {} }: AdapterParts): Adapter {
  const own = (name: CallName): AnyCall => (calls[name] ?? {}) as AnyCall;
  return {
    request(sending, name) {
      const changed = { ...sending, ...own(name).request?.(sending.payload) };
      return request?.(changed, name) ?? changed;
    },
    answer: (text, status, name, asked) =>
      understood(() => {
        const data = dataOf(readAnswer(text, answer && ((body) => answer(body, status))));
        const { response } = own(name);
        return response ? response(data, asked) : data;
      }),
    instead(name, asked) {
      const { instead } = own(name);
      return instead ? { data: instead(asked) } : null;
    },
  };
}
