/**
 * Groups complaints about steps by the edit of `docs/expected.md` that resolves them. Complaints of a group differ in the place
 * alone, or the same row resolves them.
 */

/** A complaint ends with the row that resolves it. */
const WITH_ROW = /^([\s\S]*:)\n {2}(\|.*)$/;
/** `docs/expected.md, line 74: "step" in PLACE should ...; if it is meant to here, add before that line:`. */
const ABOUT_A_ROW = /^(.*docs\/expected\.md, line \d+: ".+") in (\S+) (should [\s\S]*)$/;

/** The value that was put into the state before the step. */
const CARRIED = /^with [^:]+ before it: /;

/** The row of a link that changes nothing. */
const LINK_STAYS = /^\| (\S+) \| (xstate\.route \(.+?\)) \|  \| stays \|  \|/;
/** Number of links without effect in one place from which on all links of the place are probably meant to have none. */
const MANY_LINKS = 3;
/** Maximum number of links that are named. */
const MOST_LINKS = 3;

interface Complaint {
  /** The complaint without the row. */
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
  /** @returns whether the complaint is the first of its group. */
  add: (complaint: string) => boolean;
  /** One complaint for each edit. */
  all: () => string[];
}

const read = (complaint: string): Complaint => {
  const [, head = complaint, row = null] = WITH_ROW.exec(complaint) ?? [];
  return { head, row };
};

const text = (head: string, row: string | null): string => (row === null ? head : `${head}\n  ${row}`);

/**
 * A complaint as it is printed when it is found. Its row is left out: it describes one step, and the row at the end of the run
 * describes all steps that the row must allow.
 */
export function withoutRow(complaint: string): string {
  const { head, row } = read(complaint);
  return row === null ? head : `${head.slice(0, -1)}. The row is in the report at the end.`;
}

/** One complaint for all places whose rows differ in the place alone. */
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

/** One complaint for all places in which links have no effect. @param line of the row that lists such places. */
function ofLinks(byPlace: ReadonlyMap<string, ReadonlyMap<string, Complaint>>, line: number): Complaint[] {
  if (byPlace.size === 0) return [];
  const places = [...byPlace.keys()].join(', ');
  const links = [...new Set([...byPlace.values()].flatMap((of) => [...of.keys()]))];
  const named = links.slice(0, MOST_LINKS).join(', ') + (links.length > MOST_LINKS ? ` and ${links.length - MOST_LINKS} more` : '');
  const head = `no row says that links stay in ${places}: ${named}; if no link is meant to lead on from there, add to the places of docs/expected.md, line ${line} ("xstate.route (*)", which stays):\n  ${places}\nIf only some are meant to stay, add a row for each of those, such as:`;
  const [first] = [...byPlace.values()].flatMap((of) => [...of.values()]);
  return [{ head, row: first?.row ?? null }];
}

/**
 * @param rowToAdd the row that resolves all complaints with this head; null: there is none.
 * @param linksLine line of the row of places in which links have no effect; null: there is no such row.
 */
export function collectComplaints(rowToAdd: (head: string) => string | null = () => null, linksLine: number | null = null): Complaints {
  const groups = new Map<string, Group>();
  /** By place, then by link. */
  const staying = new Map<string, Map<string, Complaint>>();
  return {
    add(complaint) {
      const one = read(complaint);
      const [, from, link] = (linksLine !== null && LINK_STAYS.exec(one.row ?? '')) || [];
      if (from !== undefined && link !== undefined) {
        const known = staying.get(from) ?? new Map<string, Complaint>();
        staying.set(from, known);
        if (!known.has(link)) known.set(link, one);
        // Further links of the place are part of one complaint at the end.
        return known.size === 1;
      }
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
      const many = new Map([...staying].filter(([, links]) => links.size >= MANY_LINKS));
      const few = [...staying].filter(([place]) => !many.has(place)).flatMap(([, links]) => [...links.values()]);
      return [...[...groups.values()].flatMap((group) => joined(complete(group))), ...few, ...ofLinks(many, linksLine ?? 0)]
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
