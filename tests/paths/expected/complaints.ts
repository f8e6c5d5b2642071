/**
 * Complaints about steps, those together that one edit of `docs/expected.md` answers: they differ in the place alone, or the
 * same row would answer them.
 */

/** A complaint ends with the row that would answer it. */
const WITH_ROW = /^([\s\S]*:)\n {2}(\|.*)$/;
/** `docs/expected.md, line 74: "step" in PLACE should ...; if it is meant to here, add before that line:`. */
const ABOUT_A_ROW = /^(.*docs\/expected\.md, line \d+: ".+") in (\S+) (should [\s\S]*)$/;

/** What was put into the state before the step. */
const CARRIED = /^with [^:]+ before it: /;

interface Complaint {
  /** Without the row. */
  head: string;
  row: string | null;
}

/** Complaints that differ in the place alone, by place. */
interface Group {
  /** Before and after the place; null: the place is not in the sentence. */
  around: readonly [string, string] | null;
  byPlace: Map<string, Complaint>;
}

export interface Complaints {
  /** @returns whether it is the first of its kind. */
  add: (complaint: string) => boolean;
  /** One for each edit. */
  all: () => string[];
}

const read = (complaint: string): Complaint => {
  const [, head = complaint, row = null] = WITH_ROW.exec(complaint) ?? [];
  return { head, row };
};

const text = (head: string, row: string | null): string => (row === null ? head : `${head}\n  ${row}`);

/** One complaint for all places whose rows are the same but for the place. */
function joined({ around, byPlace }: Group): Complaint[] {
  const same = new Map<string | null, [place: string, Complaint][]>();
  for (const [place, one] of byPlace) {
    const rest = one.row?.replace(`| ${place} |`, '') ?? null;
    same.set(rest, [...(same.get(rest) ?? []), [place, one]]);
  }
  return [...same].flatMap(([rest, ones]): Complaint[] => {
    if (around === null || ones.length < 2) return ones.map(([, one]) => one);
    const places = ones.map(([place]) => place).join(', ');
    const [before, after] = around;
    return rest === null
      ? [{ head: `${before} in ${places} ${after}`, row: null }]
      : [{ head: `${before} in ${ones.length} places ${after}`, row: `| ${places} |${rest}` }];
  });
}

/** @param rowToAdd the row that answers everything which was seen under this head; null: it is not known. */
export function collectComplaints(rowToAdd: (head: string) => string | null = () => null): Complaints {
  const groups = new Map<string, Group>();
  return {
    add(complaint) {
      const one = read(complaint);
      const [, before, place = '', after = ''] = ABOUT_A_ROW.exec(one.head) ?? [];
      const key = before === undefined ? one.head : `${before} ${after}`;
      const known = groups.get(key);
      const group = known ?? { around: before === undefined ? null : [before, after], byPlace: new Map() };
      groups.set(key, group);
      if (!group.byPlace.has(place)) group.byPlace.set(place, one);
      return known === undefined;
    },
    all() {
      const rows = new Set<string>();
      const complete = (group: Group): Group => ({
        ...group,
        byPlace: new Map(
          [...group.byPlace].map(([place, one]) => [place, { ...one, row: rowToAdd(one.head.replace(CARRIED, '')) ?? one.row }]),
        ),
      });
      return [...groups.values()]
        .flatMap((group) => joined(complete(group)))
        .filter(({ row }) => {
          if (row === null) return true;
          const isNew = !rows.has(row);
          rows.add(row);
          return isNew;
        })
        .map(({ head, row }) => text(head, row));
    },
  };
}
