/** Defines an adapter call by call, typed by the contract. Only a build with an adapter contains this file. */
import { LOCAL, toProblem, type Problem } from '#machines/model/codes.ts';
import type { Adapter, Sending } from './adapter.ts';
import type { CallName, RequestOf, ResponseOf } from './contract.ts';
import { dataOf, problem, readAnswer } from './errors.ts';
import type { Answer } from './payloads.ts';

/** The adapter of one call. Requests and responses of the app have the contract's types; those of the back end are unknown. */
export interface CallAdapter<Request, Response> {
  /** The parts of the sent request that differ from the contract's. */
  request?: (request: Request) => Partial<Omit<Sending, 'headers'>>;
  /** The contract's data from the data of a successful answer. If it throws an error, the answer counts as not arrived. */
  response?: (data: unknown, request: Request) => Response;
  /** Answers a call that the back end does not have. Nothing is sent. @throws Problem to refuse. */
  instead?: (request: Request) => Response;
}

export interface AdapterParts {
  /** Changes the request of every call, after the call's own `request`. */
  request?: (sending: Sending, name: CallName) => Sending;
  /**
   * The contract's answer from the JSON of a response, before the call's own `response`. Codes are those of
   * `machines/model/codes.ts`. If `msg` is empty, the app shows its own text for the code. If it throws an error, the answer
   * counts as not arrived.
   */
  answer?: (body: unknown, status: number) => Answer;
  calls?: { readonly [N in CallName]?: CallAdapter<RequestOf<N>, ResponseOf<N>> };
}

type AnyCall = CallAdapter<object, unknown>;

/** Passes on a Problem that the adapter throws. Any other error becomes the problem of an answer that cannot be read. */
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
