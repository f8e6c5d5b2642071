/**
 * The routes for delivery reports of providers. Their addresses cannot be guessed. Twilio has an address for each text, and
 * signs its requests. Each other provider has one address for all texts. A report changes only the log of texts.
 */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { nonceFor } from '#server/rail/callbackToken.ts';
import type { CallbackSecret } from '#server/rail/callbackSecret.ts';
import type { SecurityEvent } from '#server/store/securityLog.ts';
import type { TextDelivery } from '#server/store/schema/textTables.ts';
import type { Db } from '#server/store/store.ts';
import { reportAddress } from './createSms.ts';
import { fieldOf, identifierOf } from './post.ts';
import type { ProviderName } from './sms.ts';
import type { Report, TextLog } from './textLog.ts';
import { isTwilioSignature } from './twilio.ts';

export interface TextReportOptions {
  db: Db;
  log: TextLog;
  secret: Pick<CallbackSecret, 'isOurs'>;
  /** null: Twilio is not configured. */
  twilio: { authToken: string; reportsTo: string } | null;
  /** Records a refusal. @param address of the caller. */
  refused: (event: Pick<SecurityEvent, 'kind' | 'subject'>, address: string) => void;
  reported: (provider: ProviderName, delivery: TextDelivery) => void;
  failed: (error: unknown, request: FastifyRequest) => void;
}

/** Greatest size in bytes. Reports have a few hundred. */
const BODY_LIMIT = 16 * 1024;

/** `MessageStatus` of Twilio's status callbacks. Others, such as `queued`, contain no news and are ignored. */
const TWILIO: Readonly<Record<string, TextDelivery>> = { sent: 'sent', delivered: 'delivered', undelivered: 'failed', failed: 'failed' };
/** `status` of Africa's Talking's delivery reports. */
const AFRICAS_TALKING: Readonly<Record<string, TextDelivery>> = {
  Sent: 'sent',
  Submitted: 'sent',
  Buffered: 'sent',
  Success: 'delivered',
  Rejected: 'failed',
  Failed: 'failed',
  AbsentSubscriber: 'failed',
  Expired: 'failed',
};
const GATEWAY: Readonly<Record<string, TextDelivery>> = { sent: 'sent', delivered: 'delivered', failed: 'failed' };

const statusOf = (statuses: Readonly<Record<string, TextDelivery>>, text: unknown): TextDelivery | null =>
  typeof text === 'string' && Object.hasOwn(statuses, text) ? (statuses[text] ?? null) : null;

export const textReports: FastifyPluginAsync<TextReportOptions> = async (app, { db, log, secret, twilio, refused, reported, failed }) => {
  type Request = FastifyRequest<{ Params: { token: string } }>;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
  const textOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '');

  app.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) return reply.code(error.statusCode).send();
    // The report could not be stored. After 503 a provider may repeat it.
    failed(error, request);
    return reply.code(503).send();
  });

  const refuse = (request: FastifyRequest, reply: FastifyReply, status: 403 | 404): FastifyReply => {
    refused({ kind: 'callback.refused', subject: status === 403 ? 'text signature' : 'text address' }, request.ip);
    return reply.code(status).send();
  };

  async function store(provider: ProviderName, of: Parameters<TextLog['report']>[1], report: Report): Promise<void> {
    if (await log.report(provider, of, report)) reported(provider, report.delivery);
  }

  app.post(reportAddress(':token', 'twilio'), async (request: Request, reply) => {
    const { token } = request.params;
    const nonce = nonceFor(db, 'text', token);
    if (nonce === null || !twilio) return refuse(request, reply, 404);
    const form = new URLSearchParams(textOf(request));
    const signature = request.headers['x-twilio-signature'];
    const url = twilio.reportsTo + reportAddress(token, 'twilio');
    if (typeof signature !== 'string' || !isTwilioSignature(signature, twilio.authToken, url, form)) return refuse(request, reply, 403);
    const delivery = statusOf(TWILIO, form.get('MessageStatus'));
    if (delivery) await store('twilio', { nonce }, { delivery, code: identifierOf(form.get('ErrorCode')) });
    return reply.code(204).send();
  });

  app.post(reportAddress(':token', 'africastalking'), async (request: Request, reply) => {
    if (!(await secret.isOurs(request.params.token))) return refuse(request, reply, 404);
    const form = new URLSearchParams(textOf(request));
    const [ref, delivery] = [identifierOf(form.get('id')), statusOf(AFRICAS_TALKING, form.get('status'))];
    if (ref && delivery) await store('africastalking', { ref }, { delivery, code: identifierOf(form.get('failureReason')) });
    return reply.code(200).send();
  });

  app.post(reportAddress(':token', 'gateway'), async (request: Request, reply) => {
    if (!(await secret.isOurs(request.params.token))) return refuse(request, reply, 404);
    let body: unknown;
    try {
      body = JSON.parse(textOf(request));
    } catch {
      return reply.code(400).send();
    }
    const [ref, delivery] = [identifierOf(fieldOf(body, 'id')), statusOf(GATEWAY, fieldOf(body, 'status'))];
    if (!ref || !delivery) return reply.code(400).send();
    await store('gateway', { ref }, { delivery, code: identifierOf(fieldOf(body, 'reason')) });
    return reply.code(204).send();
  });
};
