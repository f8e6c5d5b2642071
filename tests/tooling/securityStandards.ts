/**
 * The numbers of the two standards of `docs/security.md`. Of OWASP ASVS 5.0.0 (May 2025,
 * `OWASP_Application_Security_Verification_Standard_5.0.0_en.flat.json` of github.com/OWASP/ASVS) those of levels 1 and 2:
 * in every section they are counted from 1 without a gap.
 */
const REQUIREMENTS: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  1: { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 },
  2: { 1: 3, 2: 3, 3: 4, 4: 1 },
  3: { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 },
  4: { 1: 3, 2: 1, 3: 2, 4: 4 },
  5: { 1: 1, 2: 3, 3: 2, 4: 3 },
  6: { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 },
  7: { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  8: { 1: 2, 2: 3, 3: 1, 4: 1 },
  9: { 1: 3, 2: 4 },
  10: { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 },
  11: { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 },
  12: { 1: 3, 2: 2, 3: 4 },
  13: { 1: 1, 2: 5, 3: 2, 4: 5 },
  14: { 1: 2, 2: 4, 3: 3 },
  15: { 1: 3, 2: 3, 3: 7 },
  16: { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 },
  17: { 1: 1, 2: 4, 3: 2 },
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** `v5.0.0-1.1.1`, …, in their order. */
export const ASVS: readonly string[] = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
  Object.entries(sections).flatMap(([section, count]) => upTo(count).map((number) => `v5.0.0-${chapter}.${section}.${number}`)),
);

/** OWASP MASVS 2: how many controls each group has. */
const CONTROLS = { STORAGE: 2, CRYPTO: 2, AUTH: 3, NETWORK: 2, PLATFORM: 3, CODE: 4, RESILIENCE: 4, PRIVACY: 4 };

export const MASVS: readonly string[] = Object.entries(CONTROLS).flatMap(([group, count]) =>
  upTo(count).map((number) => `MASVS-${group}-${number}`),
);
