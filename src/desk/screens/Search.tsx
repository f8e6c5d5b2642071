import { useState } from 'react';
import { Button } from '#src/ui/button/Button.tsx';
import { TextInput } from '../parts/DeskFields.tsx';
import { Problem, Title } from '../parts/Parts.tsx';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { QueueTable } from './QueueTable.tsx';

/** Finds cases by loan number, mobile number or receipt. Every search is logged with its reason. */
export function Search({ state, send }: ScreenProps) {
  const [query, setQuery] = useState('');
  const [reason, setReason] = useState('');
  const { found, mistakes, problem } = state.context;
  const isSearching = state.matches({ working: { place: { search: 'searching' } } });
  return (
    <div className="dk-page">
      <Title note="Every search is written to the log.">Find a case</Title>
      <Problem problem={problem} />
      <form
        className="dk-form"
        role="search"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'search.submitted', query, reason });
        }}
      >
        <TextInput
          label="Number of the loan, mobile number or receipt"
          error={mistakes['query']}
          value={query}
          onChange={setQuery}
          maxLength={60}
        />
        <TextInput
          label="You look for it because"
          error={mistakes['searchReason']}
          value={reason}
          onChange={setReason}
          suggestions={['The borrower called', 'A colleague asked', 'A payment is missing']}
          maxLength={300}
        />
        <div className="dk-buttons">
          <Button type="submit" size="small" busy={isSearching && 'Searching'}>
            Find
          </Button>
        </div>
      </form>
      {found?.is === 'loaded' && (
        <div role="status">{found.value.length === 0 ? <p>No open case was found.</p> : <p>{found.value.length} found.</p>}</div>
      )}
      {found?.is === 'loaded' && found.value.length > 0 && <QueueTable label="Cases found" items={found.value} state={state} send={send} />}
    </div>
  );
}
