/** The worker thread that makes the PDFs of accepted agreements. */
import { afterEach, expect, test } from 'vitest';
import { agreementPdf, type AcceptedText } from '#server/borrow/agreement/agreementPdf.ts';
import { createDocumentThread, type DocumentThread } from '#server/borrow/agreement/documents.ts';

const accepted = (title: string): AcceptedText => ({
  agreement: {
    version: 'v1',
    title,
    sections: [{ heading: 'Parties', facts: [{ label: 'Lender', value: 'Example' }], body: 'One.\nTwo.' }],
  },
  language: 'sw',
  by: 'borrower',
  at: 1_700_000_000_000,
  dueDate: '2026-02-19',
  lender: 'Example',
  borrower: 'Wanjiku',
});

let thread: DocumentThread;
afterEach(() => thread.close());

test('thread of documents: makes the same bytes as without a thread', async () => {
  thread = createDocumentThread();
  const texts = ['One', 'Two', 'Three'].map(accepted);
  const [made, expected] = await Promise.all([Promise.all(texts.map((one) => thread.make(one))), Promise.all(texts.map(agreementPdf))]);
  expect(made.map((one, n) => one.equals(expected[n] as Buffer))).toEqual([true, true, true]);
});

test('thread of documents, text that cannot be drawn: only this one is refused', async () => {
  thread = createDocumentThread();
  const none = { ...accepted('One'), agreement: undefined } as unknown as AcceptedText;
  const [broken, whole] = await Promise.allSettled([thread.make(none), thread.make(accepted('Two'))]);
  expect([broken.status, whole.status]).toEqual(['rejected', 'fulfilled']);
});

test('thread of documents, ended after being idle: the next text starts another one', async () => {
  thread = createDocumentThread(0);
  const first = await thread.make(accepted('One'));
  await thread.close();
  expect(first.equals(await thread.make(accepted('One')))).toBe(true);
});

test('thread of documents, closed while it works: pending requests reject', async () => {
  thread = createDocumentThread();
  const made = thread.make(accepted('One'));
  const refused = expect(made).rejects.toThrow('the thread of the documents was closed');
  await thread.close();
  await refused;
});
