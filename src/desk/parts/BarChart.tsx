/**
 * Bars of one colour, drawn as SVG by hand. Five short lists of numbers need no axes, legends or motion, so a chart library
 * would be more code than the charts (decision 118). The numbers stand beside the bars. Screen readers get a table instead.
 */
export interface Bar {
  label: string;
  /** Proportional to the length of the bar. */
  value: number;
  /** Written at the end of the bar. */
  text: string;
  isBad?: boolean;
}

const ROW = 46;
const WIDTH = 520;
/** Room for the text at the end of the longest bar. */
const ROOM = 170;

export function BarChart({ title, columns, bars }: { title: string; columns: readonly [string, string]; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  if (bars.length === 0) return <p className="muted">Nothing on this day.</p>;
  return (
    <>
      <svg className="dk-chart" viewBox={`0 0 ${WIDTH} ${bars.length * ROW}`} aria-hidden="true">
        {bars.map(({ label, value, text, isBad }, row) => {
          const length = value === 0 ? 0 : Math.max(2, (value / most) * (WIDTH - ROOM));
          return (
            <g key={label} transform={`translate(0 ${row * ROW})`}>
              <text x="0" y="16">
                {label}
              </text>
              <rect className={isBad ? 'dk-bar dk-bar--bad' : 'dk-bar'} x="0" y="23" width={length} height="14" rx="3" />
              <text className="dk-chart__value" x={length === 0 ? 0 : length + 8} y="35">
                {text}
              </text>
            </g>
          );
        })}
      </svg>
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{columns[0]}</th>
            <th scope="col">{columns[1]}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, text }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
