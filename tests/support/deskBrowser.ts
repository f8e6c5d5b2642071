/** A simulated browser at the staff's desk: it keeps cookies and sends the requests of the desk's page. */
import { CSRF_HEADER, DESK_API, type DeskCall, type DeskInput, type DeskRefusal } from '#src/api/desk.ts';

export interface Answer {
  status: number;
  /** The data of a successful answer. */
  data: Record<string, unknown>;
  error: DeskRefusal['error'] | undefined;
  message: string;
  headers: Record<string, unknown>;
  /** Every `Set-Cookie`, as it was sent. */
  cookies: string[];
}

/** Changes that a test makes to a request; null leaves a header out. */
export interface Altered {
  csrf?: string | null;
  origin?: string | null;
  headers?: Record<string, string>;
  payload?: string;
}

export interface DeskBrowser {
  call<C extends DeskCall>(name: C, input: DeskInput<C>, altered?: Altered): Promise<Answer>;
  /** Sends a request to any path below the desk's. */
  send(path: string, input: unknown, altered?: Altered): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Pick<Sent, 'status' | 'headers' | 'body'>>;
  /** Cookies by name. */
  jar: Map<string, string>;
  csrf: string | null;
  origin: string;
}

export interface Sent {
  status: number;
  headers: Record<string, unknown>;
  cookies: string[];
  body: Buffer;
}

/** @param path below the origin. @param payload null: a GET without a body. */
export type Transport = (path: string, headers: Record<string, string>, payload: string | null) => Promise<Sent>;

/** A browser that sends over the network to a lender at this address, which serves the page too. */
export const overHttp =
  (url: string): Transport =>
  async (path, headers, payload) => {
    const response = await fetch(url + path, { headers, ...(payload === null ? {} : { method: 'POST', body: payload }) });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      cookies: response.headers.getSetCookie(),
      body: Buffer.from(await response.arrayBuffer()),
    };
  };

export function createDeskBrowser(origin: string, transport: Transport = overHttp(origin)): DeskBrowser {
  const cookie = (): Record<string, string> =>
    browser.jar.size === 0 ? {} : { cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ') };
  function keep(sent: readonly string[]): void {
    for (const line of sent) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') browser.jar.delete(name);
      else browser.jar.set(name, value);
    }
  }
  const browser: DeskBrowser = {
    jar: new Map(),
    csrf: null,
    origin,
    call: (name, input, altered) => browser.send(name, input, altered),
    get: (path, headers = {}) => transport(`${DESK_API}/${path}`, { ...cookie(), ...headers }, null),
    async send(path, input, { csrf = browser.csrf, origin: from = origin, headers = {}, payload } = {}) {
      const sent = await transport(
        `${DESK_API}/${path}`,
        {
          ...cookie(),
          'content-type': 'application/json',
          ...(from === null ? {} : { origin: from }),
          ...(csrf === null ? {} : { [CSRF_HEADER]: csrf }),
          ...headers,
        },
        payload ?? JSON.stringify(input),
      );
      keep(sent.cookies);
      const body = JSON.parse(sent.body.toString()) as { data?: Record<string, unknown> } & Partial<DeskRefusal>;
      if (typeof body.data?.['csrf'] === 'string') browser.csrf = body.data['csrf'];
      return {
        status: sent.status,
        data: body.data ?? {},
        error: body.error,
        message: body.message ?? '',
        headers: sent.headers,
        cookies: sent.cookies,
      };
    },
  };
  return browser;
}
