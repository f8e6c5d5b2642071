/** Metrics of the lender in the format of Prometheus. `docs/operations.md` explains each number. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Readings } from './readings.ts';

/** Seconds. Most calls take less than 50 ms. A phone waits at most 60 s. */
const CALL_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const RAIL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Result of a request to the rail: the class of its HTTP status, or `none` without an answer. */
export type RailResult = '2xx' | '3xx' | '4xx' | '5xx' | 'none';

/** Requests that run and wait now, by kind. */
export type RequestCounts = Readonly<Record<string, { running: number; waiting: number }>>;

export interface Metrics {
  /** @param call name, or `none`. @param code of the answer. @param contract version of the calling page, `newer` or `none`. */
  call(call: string, code: number, contract: string, seconds: number): void;
  railRequest(operation: string, result: RailResult, seconds: number): void;
  /** @param result of one attempt. @param cost cents; null: unknown. */
  text(provider: string, result: string, cost: number | null): void;
  textReport(provider: string, delivery: string): void;
  browserError(): void;
  /** Counts a request that was refused by admission. */
  refused(kind: string): void;
  /** All metrics as text, with the present readings. */
  expose(readings: Readings, requests: RequestCounts): Promise<string>;
  readonly contentType: string;
}

/** Descriptions of the gauges, by reading. The name of a gauge is `lender_` and the name of its reading. */
const GAUGES: Readonly<Record<keyof Readings, string>> = {
  database_up: 'Whether the database answers.',
  database_connections_open: 'Connections of this process to the database.',
  database_connections_idle: 'Connections that no call uses.',
  database_connections_waiting: 'Calls that wait for a connection.',
  disk_free_bytes: 'Free bytes on the disk of the embedded database.',
  disk_full: 'Whether nothing can be stored.',
  ledger_sum_cents: 'Sum of all entries of the ledger, read at most once a minute.',
  prunable_days: 'How long the oldest row that `prune` deletes has been without a use, read at most once a minute.',
  outbox_due_jobs: 'Jobs of the outbox whose time has come.',
  outbox_oldest_due_seconds: 'How long the oldest of them has been due.',
  payouts_waiting: 'Payouts without a result.',
  payouts_oldest_seconds: 'Age of the oldest of them.',
  payouts_held: 'Payouts that a person decides about.',
  payouts_stopped: 'Whether no payout is sent, because an operator or a restore stopped them.',
  cases_escalated: 'Cases of the desk whose promised answer is late.',
  payments_held: 'Reported payments that a person decides about.',
  callbacks_waiting: 'Callbacks of the rail that are stored and not processed.',
  texts_due: 'Texts whose time has come.',
  texts_oldest_due_seconds: 'How long the oldest of them has been due.',
};

/** @param isExposed whether metrics are read. Otherwise the metrics of the Node process are not collected, which costs time. */
export function createMetrics(isExposed: boolean): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (isExposed) collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'lender_call_seconds',
    help: 'Answered calls, by name and code.',
    labelNames: ['call', 'code'],
    buckets: CALL_SECONDS,
    registers,
  });
  const pages = new Counter({
    name: 'lender_page_calls_total',
    help: 'Answered calls, by the version of the contract of their page.',
    labelNames: ['contract'],
    registers,
  });
  const rail = new Histogram({
    name: 'lender_rail_request_seconds',
    help: 'Requests to M-PESA, by operation and result.',
    labelNames: ['operation', 'result'],
    buckets: RAIL_SECONDS,
    registers,
  });
  const texts = new Counter({
    name: 'lender_texts_total',
    help: 'Attempts to send a text, by provider and what it did.',
    labelNames: ['provider', 'result'],
    registers,
  });
  const textCosts = new Counter({
    name: 'lender_texts_cost_cents_total',
    help: 'What sent texts cost, by provider, as far as a price is known.',
    labelNames: ['provider'],
    registers,
  });
  const textReports = new Counter({
    name: 'lender_text_reports_total',
    help: 'Reports about the delivery of texts, by provider and what they say.',
    labelNames: ['provider', 'delivery'],
    registers,
  });
  const refusals = new Counter({
    name: 'lender_requests_refused_total',
    help: 'Requests that were sent away because of overload, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const pageErrors = new Counter({ name: 'lender_browser_errors_total', help: 'Errors that pages of borrowers reported.', registers });
  const atWork = new Gauge({
    name: 'lender_requests_running',
    help: 'Requests that are being answered, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const inQueue = new Gauge({ name: 'lender_requests_waiting', help: 'Requests in a queue, by kind.', labelNames: ['kind'], registers });
  const gauges = new Map(
    Object.entries(GAUGES).map(([reading, help]) => [reading, new Gauge({ name: `lender_${reading}`, help, registers })]),
  );
  return {
    call(call, code, contract, seconds) {
      calls.observe({ call, code }, seconds);
      pages.inc({ contract });
    },
    railRequest: (operation, result, seconds) => rail.observe({ operation, result }, seconds),
    text(provider, result, cost) {
      texts.inc({ provider, result });
      if (cost !== null) textCosts.inc({ provider }, cost);
    },
    textReport: (provider, delivery) => textReports.inc({ provider, delivery }),
    browserError: () => pageErrors.inc(),
    refused: (kind) => refusals.inc({ kind }),
    async expose(readings, requests) {
      for (const [kind, { running, waiting }] of Object.entries(requests)) {
        atWork.set({ kind }, running);
        inQueue.set({ kind }, waiting);
      }
      for (const [reading, gauge] of gauges) {
        const value = readings[reading as keyof Readings];
        // An unknown reading is left out, because a zero would mean that nothing waits.
        if (value === null) gauge.remove();
        else gauge.set(value);
      }
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
