/** Requests to close an account that could not be closed at once. Staff close it later, or refuse with a reason. */
import { formatKsh } from '#machines/model/money.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import { messageText } from '#server/wire/messageText.ts';
import type { AboutCase, CaseKind } from '../deskContext.ts';
import { CLOSING_BARS } from '../queueSources.ts';

const held = (kept: number): string => `We still have ${formatKsh(kept)} of theirs: refund it first, nobody can afterwards.`;
const APPLYING = 'They have begun a new application since: ask them what they want.';

const WITHDRAWN = 'The borrower took the request back: the account stays open.';

const userOf = ({ row }: AboutCase): number => Number(row.user_id);

export const closureCase: CaseKind<'closures'> = {
  covered: ['mobile'],
  acts: ['closeAccount', 'keepAccount', 'blockNumber', 'unblockNumber'],
  async detail(about) {
    const { tx, deps } = about;
    const { bar, kept, endsApplication } = await deps.accounts.requested(tx, userOf(about));
    const asked = await tx.selectFrom('closing_request').select('reason').where('user_id', '=', userOf(about)).executeTakeFirst();
    return {
      queue: 'closures',
      bar: bar ? CLOSING_BARS[bar] : kept > 0 ? held(kept) : endsApplication ? APPLYING : null,
      reason: asked?.reason ?? null,
    };
  },
  values: () => Promise.resolve({}),
  async act(about, act) {
    const { deps, tx, afterwards } = about;
    if (act.name === 'keepAccount') {
      if ((await deps.accounts.keepOpen(tx, userOf(about), act.words, deps.email)) === 'withdrawn')
        throw new DeskRefused('tooLate', WITHDRAWN);
      return;
    }
    if (act.name !== 'closeAccount') throw new DeskRefused('notAllowed', 'This is not done with the closing of an account.');
    const answer = await deps.accounts.closeRequested(tx, userOf(about));
    switch (answer.is) {
      case 'barred':
        throw new DeskRefused('tooLate', CLOSING_BARS[answer.bar]);
      case 'held':
        throw new DeskRefused('tooLate', held(answer.kept));
      case 'withdrawn':
        throw new DeskRefused('tooLate', WITHDRAWN);
      case 'applying':
        throw new DeskRefused('tooLate', APPLYING);
      case 'closed':
        // The transaction deletes the number, so no text can be queued for it.
        afterwards.push(() =>
          deps.sendAccountClosed(answer.mobile, messageText(answer.language, 'sms.accountClosed', { email: deps.email })),
        );
    }
  },
  amountOf: () => Promise.resolve(null),
};
