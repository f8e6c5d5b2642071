/** Limits of the forms. `ours` marks those that the specification does not define. */
export const LIMITS = {
  name: { min: 3, max: 50 /* ours */ },
  nationalId: { digits8: 8, dashed18: { max: 18, dashesAfter: [4, 11, 18], inputMaxLength: 9 } },
  /** Digits without the leading 0; one more for a contact whose number starts with 0. */
  phone: { digits: 9, digitsWithZero: 10 },
  address: { min: 2, max: 100 },
  contactName: { max: 50 },
  email: { max: 100 /* ours */ },
  rfc: 13,
  nss: 11,
  curp: 18,
  bvn: 11 /* ours */,
  cvc: 3 /* ours */,
  pincode: 5 /* Kenyan postal codes */,
  freeText: { min: 2, max: 60 /* ours */ },
  socialMedia: { min: 3, max: 60 /* ours */ },
  linkedin: { max: 100 /* ours */ },
  account: { bank: { min: 8, max: 16 }, card16: { min: 16, max: 16 }, clabe18: { min: 18, max: 18 } },
  verificationCode: 6,
  /** A received code is accepted for so many hours (ours). */
  receivedCodeHours: 2,
  /** Years of the birthday picker: `span` years, the latest of them `minimum` years ago. */
  age: { minimum: 18, span: 65 },
  payday: { first: 1, last: 31 },
  /** A sheet with this many options has a search field. */
  searchFrom: 13,
  photo: { longestSide: 1600, quality: 0.85, maxBytes: 20 * 1024 * 1024 },
} as const;
