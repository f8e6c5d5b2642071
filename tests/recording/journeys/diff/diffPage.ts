/** The page for the reviewer of a changed chart: each journey with another outcome, before and after, side by side. */
import type { Difference } from './differences.ts';

export interface Shown extends Difference {
  /** Picture files beside the page; null: that version cannot show the step. */
  before: string | null;
  after: string | null;
  isApproved: boolean;
}

const KINDS = { named: 'Named journey', path: 'Generated path', field: 'Recording of a borrower' } as const;

const APPROVE = 'Approve: it is meant to land there';
const WITHDRAW = 'Approved: take it back';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const picture = (file: string | null, says: string): string =>
  file === null
    ? `<figure><div class="none">This version cannot take the journey so far.</div><figcaption>${says}</figcaption></figure>`
    : `<figure><img src="${file}" alt="${says}" width="360"><figcaption>${says}</figcaption></figure>`;

const journey = ({ id, kind, title, says, step, before, after, isApproved }: Shown): string => `
<article data-id="${escaped(id)}">
  <h2>${escaped(title || id)}</h2>
  <p class="kind">${KINDS[kind]} <code>${escaped(id)}</code>, step ${step}</p>
  <p>${escaped(says)}</p>
  <div class="pair">${picture(before, 'Before')}${picture(after, 'After')}</div>
  ${
    kind === 'named'
      ? `<button type="button" data-act="${isApproved ? 'withdraw' : 'approve'}">${isApproved ? WITHDRAW : APPROVE}</button>`
      : `<p class="kind">${kind === 'path' ? 'Recorded anew by npm run paths -- --record, once no named journey is wrong.' : 'What a borrower did stays as it was recorded.'}</p>`
  }
</article>`;

export const diffPage = (shown: readonly Shown[], against: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Journeys that land elsewhere</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
  article { border-top: 1px solid #8886; margin-top: 2rem; padding-top: 1rem; }
  h1, h2 { line-height: 1.2; }
  .kind { color: #777; margin: 0; }
  .pair { display: flex; flex-wrap: wrap; gap: 2rem; margin: 1rem 0; }
  figure { margin: 0; }
  img { border: 1px solid #8886; border-radius: 12px; display: block; max-width: 100%; }
  .none { align-items: center; border: 1px dashed #888; border-radius: 12px; display: flex; height: 20rem; justify-content: center; padding: 1rem; width: 300px; }
  button { border-radius: 8px; font: inherit; min-height: 44px; padding: 0 1rem; }
</style>
<h1>${shown.length} ${shown.length === 1 ? 'journey lands' : 'journeys land'} elsewhere</h1>
<p>Before: ${escaped(against)}. After: the files as they are now. The last event is the one after which the two part.</p>
${shown.map(journey).join('\n')}
<script>
  for (const article of document.querySelectorAll('article')) {
    const button = article.querySelector('button');
    if (!button) continue;
    button.addEventListener('click', async () => {
      button.disabled = true;
      try {
        const isApproving = button.dataset.act === 'approve';
        const answer = await fetch(button.dataset.act, { method: 'POST', body: article.dataset.id });
        if (answer.ok) button.dataset.act = isApproving ? 'withdraw' : 'approve';
        button.textContent = !answer.ok ? 'Not stored: ' + (await answer.text()) : isApproving ? '${WITHDRAW}' : '${APPROVE}';
      } catch {
        button.textContent = 'Not stored: start npm run recordings:diff again';
      }
      button.disabled = false;
    });
  }
</script>
</html>
`;
