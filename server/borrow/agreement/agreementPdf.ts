/**
 * An accepted agreement as a PDF. The same input gives the same bytes: the file is dated at the acceptance, and its id is
 * derived from its content. The file is tagged, so that a screen reader can read it aloud.
 */
import PDFDocument from 'pdfkit';
import type { Language } from '#machines/context.ts';
import { readableVersion } from '#machines/model/agreementVersion.ts';
import { clockText, nairobiDate, toDayMonthYear, type CalendarDate, type Instant } from '#machines/model/calendar.ts';
import type { Agreement, AgreementSection, LabelledText } from '#machines/model/order.ts';
import { showDate } from '#src/forms/text.ts';
import { agreementWords } from './agreementText.ts';

/** Plain data, because it is sent to another thread. */
export interface AcceptedText {
  agreement: Pick<Agreement, 'version' | 'title' | 'sections'>;
  language: Language;
  by: 'borrower' | 'clock';
  at: Instant;
  /** The due date of a loan whose money is sent on the day of the acceptance. */
  dueDate: CalendarDate;
  lender: string;
  borrower: string;
}

const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';
const MARGIN = 52;
/** Distance of the foot from the lower edge of a page, and of the text above the foot, in points. */
const FOOT = 36;
const ABOVE_FOOT = 56;
const SIZE = { title: 18, heading: 11, text: 9.5, foot: 8 };
/** Space between a label and its value, in points. */
const GUTTER = 12;

/** Characters outside of the encoding of the standard PDF fonts: Latin-1, dashes, quotes, the bullet and the ellipsis. */
const ENCODED = /[^\n\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]/g;

/** Replaces characters that the fonts do not have: a minus by a dash, any other by a question mark. */
const encodable = (text: string): string => text.replace(/\u2212/g, '\u2013').replace(ENCODED, '?');

function write(doc: PDFKit.PDFDocument, { agreement, language, by, at, dueDate, borrower }: AcceptedText): void {
  const words = agreementWords[language];
  const shown = (date: CalendarDate): string => showDate(toDayMonthYear(date), language);
  const width = doc.page.width - 2 * MARGIN;
  const root = doc.struct('Document');
  doc.addStructure(root);
  const add = (tag: string, draw: () => void): void => void root.add(doc.struct(tag, {}, draw));

  /** Begins a new page if the present one has not this much height left. */
  const keepTogether = (height: number): void => {
    if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
  };
  const paragraph = (text: string): void => {
    add('P', () => doc.font(REGULAR).fontSize(SIZE.text).text(encodable(text), MARGIN, doc.y, { width, lineGap: 1.5 }));
    doc.moveDown(0.4);
  };
  const line = ({ label, value }: LabelledText): void => {
    const half = (width - GUTTER) / 2;
    const [left, right] = [encodable(label), encodable(value)];
    const height = Math.max(
      doc.font(REGULAR).fontSize(SIZE.text).heightOfString(left, { width: half }),
      doc.font(BOLD).heightOfString(right, { width: half }),
    );
    keepTogether(height);
    const top = doc.y;
    add('P', () => {
      doc.font(REGULAR).text(left, MARGIN, top, { width: half });
      doc.font(BOLD).text(right, MARGIN + half + GUTTER, top, { width: half });
    });
    doc.y = top + height + 3;
  };
  const section = ({ heading, facts = [], lines = [], body }: AgreementSection): void => {
    doc.moveDown(0.6);
    // Keeps a heading on the same page as the beginning of its text.
    keepTogether(60);
    add('H2', () => doc.font(BOLD).fontSize(SIZE.heading).text(encodable(heading), MARGIN, doc.y, { width }));
    doc.moveDown(0.3);
    const labelled = [...facts, ...lines];
    labelled.forEach(line);
    if (labelled.length > 0) doc.moveDown(0.2);
    body.split('\n').forEach(paragraph);
  };

  add('H1', () => doc.font(BOLD).fontSize(SIZE.title).text(encodable(agreement.title), MARGIN, MARGIN, { width }));
  const version = readableVersion(agreement.version);
  const acceptance = words.accepted({ by, date: shown(nairobiDate(at)), time: clockText(at), dueDate: shown(dueDate), borrower, version });
  for (const one of [...agreement.sections, acceptance]) section(one);
  root.end();

  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    // With a margin, the text of the foot would begin another page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    const foot = encodable(`${agreement.title} ${version}. ${words.page(page + 1, count)}`);
    doc
      .font(REGULAR)
      .fontSize(SIZE.foot)
      .text(foot, MARGIN, doc.page.height - FOOT, { width, lineBreak: false });
    doc.endMarkedContent();
  }
}

/** @returns the bytes of the file. */
export function agreementPdf(accepted: AcceptedText): Promise<Buffer> {
  const { agreement, language, at, lender } = accepted;
  const moment = new Date(at);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: ABOVE_FOOT },
    pdfVersion: '1.7',
    lang: language,
    tagged: true,
    displayTitle: true,
    // The foot of each page contains the number of pages, which is known at the end.
    bufferPages: true,
    info: { Title: encodable(agreement.title), Author: encodable(lender), CreationDate: moment, ModDate: moment },
  });
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
    write(doc, accepted);
    doc.end();
  });
}
