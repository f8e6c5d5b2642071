/**
 * `GET /agreements/{token}/{name}`: the PDF of an accepted agreement, as a download. It is no call of the page: a phone
 * follows the link.
 */
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Language } from '#machines/context.ts';
import type { Instant } from '#machines/model/calendar.ts';
import { Refusal, type MessageKey } from '#server/refusals/refusal.ts';
import type { Clock } from '#server/store/clock.ts';
import type { Secret } from '#server/store/secret.ts';
import { messageText } from '#server/wire/messageText.ts';
import { AGREEMENT_FILES, fileName, isLinkOpen, readFileLink } from './fileLink.ts';

interface AgreementFilesOptions {
  secret: Secret;
  clock: Clock;
  /** Whether the session that the borrower had at that moment is still live. */
  isLiveSince(userId: number, at: Instant): Promise<boolean>;
  /** The bytes of the file; null: this borrower has accepted no such agreement. @throws Refusal orderNotFound. */
  agreementDocument(userId: number, orderNo: string): Promise<Buffer | null>;
}

/** A person reads the answer: the browser has left the app for it. */
const say = (to: FastifyReply, status: number, language: Language, key: MessageKey): FastifyReply =>
  to.code(status).type('text/plain; charset=utf-8').send(messageText(language, key));

export const agreementFiles: FastifyPluginAsync<AgreementFilesOptions> = async (app, { secret, clock, isLiveSince, agreementDocument }) => {
  app.get<{ Params: { token: string; name: string } }>(`${AGREEMENT_FILES}/:token/:name`, async ({ params }, to) => {
    const link = readFileLink(secret, params.token);
    if (!link || params.name !== fileName(link)) return say(to, 404, 'en', 'agreement.linkWrong');
    const { userId, orderNo, language, issuedAt } = link;
    if (!isLinkOpen(link, clock.now()) || !(await isLiveSince(userId, issuedAt))) return say(to, 410, language, 'agreement.linkOver');
    const bytes = await agreementDocument(userId, orderNo).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (bytes === null) return say(to, 404, language, 'agreement.linkWrong');
    return to
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName(link)}"`)
      .send(bytes);
  });
};
