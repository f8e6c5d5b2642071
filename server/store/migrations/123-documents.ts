/** An index of consents whose agreement is not stored as a PDF yet: the PDF is made after the draw (decision 130). */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
create index consent_without_document on consent(id) where document_sha256 is null and key_facts_sealed is not null;
`;

export const documents: Migration = { name: '123-documents', sql };
