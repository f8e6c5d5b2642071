const TEXT_SIZES = [100, 130, 160, 200] as const;

/** Text size of the drawn screen, in percent of its normal size. */
export const TextSize = ({ value, onChange }: { value: number; onChange: (size: number) => void }) => (
  <span className="chip chip--select">
    <select aria-label="Text size" value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {TEXT_SIZES.map((one) => (
        <option key={one} value={one}>
          {one}%
        </option>
      ))}
    </select>
  </span>
);
