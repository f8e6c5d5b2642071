/**
 * Traces in the format of OpenTelemetry, if the operator has set the address of a collector. Only then are the packages
 * loaded. One request is one trace. The trace id is derived from the request id, so that a job of the outbox belongs to the
 * trace of the call that queued it, even hours later in another process.
 */
import { createHash } from 'node:crypto';
import type { Tracer } from '@opentelemetry/api';
import { newRequestId } from '#server/store/traceId.ts';

export interface Span {
  /** null: the span belongs to no request, and forms a separate trace. */
  requestId: string | null;
  /** Name of a call or an operation. */
  name: string;
  /** `call`: a call of a borrower. `rail`: a request to M-PESA, whose parent is the call that queued it. */
  kind: 'call' | 'rail';
  seconds: number;
  isError: boolean;
  attributes: Readonly<Record<string, string | number>>;
}

export interface Tracing {
  /** Records a span that has just ended. */
  record(span: Span): void;
  /** Sends the recorded spans. */
  close(): Promise<void>;
}

const NO_TRACING: Tracing = { record: () => undefined, close: async () => undefined };

const hexOf = (text: string, length: number): string => createHash('sha256').update(text).digest('hex').slice(0, length);

/** 32 hex digits. `docs/operations.md` tells operators how to compute the trace id from a request id. */
export const traceIdOf = (requestId: string): string => hexOf(requestId, 32);
/** The span id of a call, computed from its request id, because the span of a queued job names it and may be recorded first. */
const callSpanIdOf = (requestId: string): string => hexOf(`call ${requestId}`, 16);

/** @param endpoint base address of a collector that takes OTLP over HTTP; null: nothing is traced. */
export async function openTracing(endpoint: string | null, release: string): Promise<Tracing> {
  if (endpoint === null) return NO_TRACING;
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags }, { BasicTracerProvider, BatchSpanProcessor }, exporter, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  /** Ids of the span that is being started. */
  let next = { traceId: '', spanId: '' };
  const provider = new BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'loan-lender', 'service.version': release }),
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: [new BatchSpanProcessor(new exporter.OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  const tracer: Tracer = provider.getTracer('lender');

  return {
    record({ requestId, name, kind, seconds, isError, attributes }) {
      const id = requestId ?? newRequestId();
      const isCall = kind === 'call';
      next = { traceId: traceIdOf(id), spanId: isCall ? callSpanIdOf(id) : hexOf(newRequestId(), 16) };
      const parent = { traceId: next.traceId, spanId: callSpanIdOf(id), traceFlags: TraceFlags.SAMPLED, isRemote: true };
      const context = isCall || requestId === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
      const end = Date.now();
      const span = tracer.startSpan(
        name,
        {
          kind: isCall ? SpanKind.SERVER : SpanKind.CLIENT,
          startTime: end - seconds * 1_000,
          attributes: { ...attributes, ...(requestId === null ? {} : { 'request.id': requestId }) },
        },
        context,
      );
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    // An outage of the collector must not prevent the stop.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
