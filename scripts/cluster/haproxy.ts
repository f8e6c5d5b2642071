/**
 * The configuration of HAProxy: one address for the primary, one for the lenders. Patroni answers `/primary` with 200 on the
 * primary, which accepts writes, and with 503 on the other nodes (https://patroni.readthedocs.io/en/latest/rest_api.html). The
 * keywords are explained in https://docs.haproxy.org/2.6/configuration.html.
 */
import { CODE } from '#machines/model/codes.ts';
import { ADMISSION_LIMITS, MONEY } from '#server/wire/admission.ts';
import { createEnvelope } from '#server/wire/envelope.ts';
import { contract } from '#src/api/contract.ts';
import type { DatabaseNode } from './patroni.ts';

export interface LenderPlace {
  name: string;
  port: number;
  /** Port of its readiness. */
  monitorPort: number;
}

interface Places {
  /** Port of the primary for the lenders. */
  databasePort: number;
  /** Address of the lenders for browsers. */
  host: string;
  appPort: number;
  nodes: readonly DatabaseNode[];
  lenders: readonly LenderPlace[];
  /** The key of the envelope, which encrypts the paths of calls. */
  packageName?: string | undefined;
}

/** Path of M-PESA's callbacks. */
const CALLBACKS = '/rail/';

/** Prefixes of the paths of requests about money. The path of a call is encrypted, but the same in every request. */
function moneyPaths(packageName: string): string[] {
  const { encrypt } = createEnvelope(packageName);
  return [...MONEY.map((name) => `${contract[name].base}/${encrypt(contract[name].path)}/`), CALLBACKS];
}

/**
 * The answer to a request that reached no lender, after too long a wait or without a running lender. It has the form of the
 * lender's answers, and the app has a text for its code.
 */
const NOT_SENT = `  http-error status 503 content-type "application/json; charset=utf-8" string '${JSON.stringify({ code: CODE.tryLater, msg: '', data: null })}' hdr Retry-After 10`;

/** The lender with the fewest requests is next. Only an unsent request is retried elsewhere, so that no change is made twice. */
const TO_A_LENDER = `  mode http
  balance leastconn
  timeout server 120s
  retry-on conn-failure
  option redispatch
${NOT_SENT}`;

/** Requests that wait inside a lender, so that it always has a next one without waiting for the proxy. */
const BEGIN_AT_ONCE = 16;

/** @returns the content of the file. */
export const haproxyConfiguration = ({
  databasePort,
  host,
  appPort,
  nodes,
  lenders,
  packageName = 'ke.example.loan',
}: Places): string => `global
  maxconn 2000

defaults
  timeout connect 2s
  timeout check 5s
  timeout client 30m
  timeout server 30m

listen primary
  mode tcp
  bind 127.0.0.1:${databasePort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  # A node that refuses connections is asked once, not again after a second: the lender tries again sooner.
  retries 0
  # A session on a node that is the primary no more is cut, so that no lender waits for it.
  default-server inter 1s fastinter 200ms downinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} maxconn 90 check port ${restPort}`).join('\n')}

frontend app
  mode http
  bind ${host}:${appPort}
  # A request that does not arrive must not hold a place.
  timeout http-request 30s
  timeout client 120s
  option forwardfor
  http-request set-header X-Request-Id %[uuid()]
  # Of what waits for a lender, money goes first.
  http-request set-priority-class int(-1) if { path_beg ${moneyPaths(packageName).join(' ')} }
  # Without a database no lender is ready. Then each answers for itself, in the borrower's language.
  use_backend lenders_not_ready if { nbsrv(lenders) eq 0 }
  # A picture or a file takes as long as a phone's link allows, at times minutes. It must not use up the places of calls.
  use_backend lender_files if !{ path_beg /api/ /cou/ ${CALLBACKS} } or { req.hdr(content-type) -m beg multipart/ }
  default_backend lenders

backend lender_files
${TO_A_LENDER}
${lenders.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} maxconn 500 track lenders/${name}`).join('\n')}

backend lenders
${TO_A_LENDER}
  option httpchk GET /readyz
  http-check expect status 200
  # Node accepts one new connection in a turn of its loop, so every request takes one that is open. A request is sent when
  # all of it is here: then it holds a place only while the lender works for it.
  http-reuse always
  option http-buffer-request
  # A lender works for ${ADMISSION_LIMITS.running} at once, and a few more wait in it. All others wait here: the times of two queues would add up.
  timeout queue 400ms
  default-server inter 1s fall 3 rise 1 maxconn ${ADMISSION_LIMITS.running + BEGIN_AT_ONCE} pool-max-conn ${ADMISSION_LIMITS.running + BEGIN_AT_ONCE}
${lenders.map(({ name, port, monitorPort }) => `  server ${name} 127.0.0.1:${port} check port ${monitorPort}`).join('\n')}

backend lenders_not_ready
${TO_A_LENDER}
${lenders.map(({ name, port }) => `  server ${name} 127.0.0.1:${port}`).join('\n')}
`;
