import type { Language } from '#machines/context.ts';
import { chat, check, clock } from '#src/ui/icon/primaryIcons.ts';
import { StatusPill } from '#src/ui/statusPill/StatusPill.tsx';
import { feedbackText, statusWord } from './strings.ts';

const LOOKS = {
  processing: { tone: 'assessing', icon: clock },
  needsReply: { tone: 'repaying', icon: chat },
  done: { tone: 'approved', icon: check },
} as const;

/** The status of a ticket, in the borrower's words. */
export function TicketPill({ language, status }: { language: Language; status: number }) {
  const word = statusWord(status);
  return <StatusPill {...LOOKS[word]}>{feedbackText(language)(word)}</StatusPill>;
}
