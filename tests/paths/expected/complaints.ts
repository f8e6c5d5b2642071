/** Complaints about steps, those together that one edit of `docs/expected.md` answers: they differ in the place alone. */

/** `docs/expected.md, line 74: "step" in PLACE should ...; if it is meant to here, add before that line:\n  | PLACE | ...`. */
const ABOUT_A_ROW = /^(.*docs\/expected\.md, line \d+: ".+") in (\S+) (should [\s\S]*)$/;

export interface Complaints {
  /** @returns whether it is the first of its kind. */
  add: (complaint: string) => boolean;
  /** One for each edit. */
  all: () => string[];
}

export function collectComplaints(): Complaints {
  const groups = new Map<string, { first: string; places: Set<string> }>();
  return {
    add(complaint) {
      const [, said, place = '', wrong = ''] = ABOUT_A_ROW.exec(complaint) ?? [];
      const key = said === undefined ? complaint : `${said} ${wrong.replace(`\n  | ${place} |`, '\n  | |')}`;
      const group = groups.get(key);
      if (group) group.places.add(place);
      else groups.set(key, { first: complaint, places: new Set([place]) });
      return group === undefined;
    },
    all: () =>
      [...groups.values()].map(({ first, places }) => {
        const [, said = '', place = '', wrong = ''] = ABOUT_A_ROW.exec(first) ?? [];
        if (places.size < 2) return first;
        const list = [...places].join(', ');
        const where = wrong.includes(`\n  | ${place} |`) ? `${places.size} places` : list;
        return `${said} in ${where} ${wrong.replace(`\n  | ${place} |`, `\n  | ${list} |`)}`;
      }),
  };
}
