/** The shown view and its address: opens recordings from the catalogue, the population or an address. */
import { useCallback, useMemo, useState } from 'react';
import type { Recording } from '#src/recording/format.ts';
import { importedNumberOf, importedRecording } from './catalogue/importedRecordings.ts';
import { storedIdOf, STORED } from './catalogue/stored.ts';
import type { Entry } from './catalogue/useCatalogue.ts';
import type { Address } from './inspectorAddress.ts';
import type { Journeys } from './journey/useJourneys.ts';
import type { Source } from './panels/Head.tsx';
import { ASKS_NOTHING, type Asked } from './population/asked.ts';
import { useAddressed } from './useAddressed.ts';

interface Shown {
  source: Source;
  setSource: (source: Source) => void;
  journeys: Pick<Journeys, 'recording' | 'run' | 'close'>;
  /** Index of the shown event. */
  index: number;
  /** Index of the last event. */
  last: number;
  choose: (index: number) => void;
  /** The event or the id of a state at which the next opened recording is shown first; null: its start. */
  enterAt: (at: string | number | null) => void;
}

export interface Opening {
  /** Opens a recording of the catalogue. @param at as in `enterAt`. */
  openEntry: (entry: Pick<Entry, 'load'>, at?: string | number | null) => Promise<void>;
  /** Opens a journey of the population. */
  openJourney: (found: Recording, at: { number: number; title: string; step: number }) => Promise<void>;
  /** The query of the population. */
  asked: Asked;
  setAsked: (change: (before: Asked) => Asked) => void;
  /** The journey that the address requests, until the population has loaded it. */
  journeyAsked: { number: number; step: number } | null;
  /** The error of the address; null: none. */
  fault: string | null;
  dismissFault: () => void;
  /** Reports that the address requests something that the population does not have. */
  refuse: (fault: string) => void;
}

export function useOpening({ source, setSource, journeys: { recording, run, close }, index, last, choose, enterAt }: Shown): Opening {
  // A stored recording is run on the present chart without a question; the page marks the first difference.
  const openEntry = useCallback(
    async (entry: Pick<Entry, 'load'>, at: string | number | null = null) => {
      const found = await entry.load();
      enterAt(at);
      if (await run(found)) setSource('recording');
    },
    [run, enterAt, setSource],
  );

  const [asked, setAsked] = useState<Asked>(ASKS_NOTHING);
  /** The recording that was opened from the population, with its number in the population. */
  const [ofPopulation, setOfPopulation] = useState<{ recording: Recording; number: number } | null>(null);
  /** The journey that the address requests, until the population has loaded it. */
  const [journeyAsked, setJourneyAsked] = useState<{ number: number; step: number } | null>(null);
  const openJourney = useCallback(
    async (found: Recording, { number, title, step: at }: { number: number; title: string; step: number }) => {
      setJourneyAsked(null);
      enterAt(at);
      if (!(await run(found, title))) return;
      setOfPopulation({ recording: found, number });
      setSource('recording');
    },
    [run, enterAt, setSource],
  );

  const shownAddress = useMemo((): Address | null => {
    if (source === 'live') return { is: 'live' };
    if (source === 'population') return { is: 'population', asked };
    if (!recording) return null;
    if (ofPopulation?.recording === recording.recording) return { is: 'journey', number: ofPopulation.number, step: index, asked };
    const id = storedIdOf(recording.recording);
    const stored = STORED.find((one) => one.id === id);
    if (stored) return { is: 'stored', stored, step: index };
    const number = importedNumberOf(recording.recording);
    return number === null ? null : { is: 'imported', number, step: index };
  }, [source, asked, recording, ofPopulation, index]);
  const isAddressed = shownAddress?.is === 'stored' || shownAddress?.is === 'imported' || shownAddress?.is === 'journey';
  const openAddress = useCallback(
    (address: Address | null): void | Promise<void> => {
      setJourneyAsked(null);
      switch (address?.is) {
        case 'stored':
          return openEntry(address.stored, address.step);
        case 'imported':
          return openEntry({ load: () => importedRecording(address.number) }, address.step);
        case 'journey':
          setJourneyAsked({ number: address.number, step: address.step });
          setAsked((before) => ({ ...address.asked, page: before.page }));
          return setSource('population');
        case 'population':
          setAsked(address.asked);
          return setSource('population');
        case 'live':
          return setSource('live');
        case undefined:
          // A recording without an address, which this browser had no room to keep, stays open.
          setSource('recording');
          if (isAddressed) close();
      }
    },
    [openEntry, close, isAddressed, setSource],
  );
  const address = useAddressed({ shown: shownAddress, last, open: openAddress, choose });
  const { refuse: refuseAddress } = address;
  const refuse = useCallback(
    (fault: string) => {
      setJourneyAsked(null);
      refuseAddress(fault);
    },
    [refuseAddress],
  );

  return { openEntry, openJourney, asked, setAsked, journeyAsked, fault: address.fault, dismissFault: address.dismiss, refuse };
}
