import { recordingFilterOf } from '#machines/desk/context.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { DEVICE_CLASSES } from '#machines/model/sentRecording.ts';
import { RECORDING_LINES, type RecordingFilter, type RecordingRow } from '#src/api/desk.ts';
import { RECORDING_DAYS } from '#src/market/recordingLimits.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Select, TextInput } from '../parts/DeskFields.tsx';
import { Loading, NotLoaded, Problem, TableRegion, Title } from '../parts/Parts.tsx';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { momentText } from '../time.ts';
import { LANGUAGE_NAMES } from '../deskWords.ts';

const DEVICE_NAMES: Readonly<Record<string, string>> = {
  low: 'Up to 2 GB',
  middle: 'Up to 4 GB',
  high: 'More than 4 GB',
  unknown: 'Not known',
};

const ANY = ['', 'All'] as const;

/** The filter with one part changed. An empty value removes the part. */
const withChoice = (filter: RecordingFilter, part: 'release' | 'language' | 'deviceClass' | 'product', value: string): RecordingFilter => {
  const { [part]: _, ...others } = filter;
  return value === '' ? others : { ...others, [part]: value };
};

const addressOf = (filter: RecordingFilter): string => `${RECORDING_LINES}?${new URLSearchParams({ ...filter }).toString()}`;

const Rows = ({ rows }: { rows: readonly RecordingRow[] }) => (
  <TableRegion label="Recordings">
    <table>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Release</th>
          <th scope="col">Language</th>
          <th scope="col">Memory of the phone</th>
          <th scope="col">Product</th>
          <th scope="col">Steps</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ journey, at, release, language, deviceClass, product, steps }) => (
          <tr key={journey}>
            <td className="num dk-nowrap">{momentText(at)}</td>
            <td className="num">{release}</td>
            <td>{LANGUAGE_NAMES[language] ?? language}</td>
            <td>{DEVICE_NAMES[deviceClass] ?? deviceClass}</td>
            <td>{product ?? 'None'}</td>
            <td className="num">{steps}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
);

/** Recordings that borrowers agreed to send. They can be downloaded for the inspector; the sender is not shown. */
export function Recordings({ state, send }: ScreenProps) {
  const { recordings, now, problem } = state.context;
  const filter = recordingFilterOf(state.context);
  const choose = (chosen: RecordingFilter): void => send({ type: 'recordings.chosen', filter: chosen });
  const isFailed = state.matches({ working: { place: { recordings: 'failed' } } });
  const today = nairobiDate(now);
  const day = (label: string, part: 'from' | 'to') => (
    <TextInput
      label={label}
      type="date"
      value={filter[part]}
      max={today}
      onChange={(value) => {
        if (/^\d{4}-\d{2}-\d{2}$/.test(value)) choose({ ...filter, [part]: value });
      }}
    />
  );
  const text = (label: string, part: 'release' | 'product') => (
    <TextInput
      label={label}
      value={filter[part] ?? ''}
      onChange={(value) => choose(withChoice(filter, part, value.replace(/[^\w.:-]/g, '')))}
    />
  );
  return (
    <div className="dk-page">
      <Title
        note={`Of borrowers who agreed. Names, numbers and words are replaced before they are sent, and nobody sees whose they are. Deleted after ${RECORDING_DAYS} days. Every look is written to the log.`}
      >
        Recordings
      </Title>
      <div className="dk-bar-of-tools">
        {day('From', 'from')}
        {day('To', 'to')}
        {text('Release', 'release')}
        <Select
          label="Language"
          value={filter.language ?? ''}
          options={[ANY, ...Object.entries(LANGUAGE_NAMES)]}
          onChange={(value) => choose(withChoice(filter, 'language', value))}
        />
        <Select
          label="Memory of the phone"
          value={filter.deviceClass ?? ''}
          options={[ANY, ...DEVICE_CLASSES.map((one) => [one, DEVICE_NAMES[one] ?? one] as const)]}
          onChange={(value) => choose(withChoice(filter, 'deviceClass', value))}
        />
        {text('Product', 'product')}
      </div>
      {isFailed ? <NotLoaded problem={problem} onRetry={() => send({ type: 'retry.requested' })} /> : <Problem problem={problem} />}
      {recordings.is === 'loading' && <Loading>Loading the recordings</Loading>}
      {recordings.is === 'loaded' && (
        <>
          <p role="status">{recordings.value.total === 1 ? '1 recording' : `${recordings.value.total} recordings`}</p>
          {recordings.value.total > 0 && (
            <p>
              <a href={addressOf(filter)} download="recordings.jsonl">
                Download them for the inspector
              </a>
            </p>
          )}
          {recordings.value.rows.length > 0 && <Rows rows={recordings.value.rows} />}
          {recordings.value.more && (
            <div className="dk-buttons">
              <Button
                kind="secondary"
                size="small"
                busy={state.matches({ working: { place: { recordings: 'continuing' } } }) && 'Loading'}
                onPress={() => send({ type: 'recordings.continued' })}
              >
                Later ones
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
