/**
 * `GET /agreements/{token}/{name}`: the PDF of an accepted agreement, as a download. It is a link that a phone opens, and no
 * call of the contract.
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
  /** Whether a session that the borrower had at that moment is still valid. */
  isLiveSince(userId: number, at: Instant): Promise<boolean>;
  /** The bytes of the file; null: the borrower has not accepted an agreement for this order. @throws Refusal orderNotFound. */
  agreementDocument(userId: number, orderNo: string): Promise<Buffer | null>;
}

/** Answers with plain text, because the browser shows the answer in place of the app. */
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
