/** What a phone is asked for beside the forms. Store policy and the Data Protection Act ask for as little as possible. */
import type { DataKind } from '#machines/model/collection.ts';

/** Reading 27: asked for with every new order. None; the lender's desk may ask for an order of its own. */
export const COLLECTED: readonly DataKind[] = [];

/** The only apps a shell may look for, and only with consent: other lenders, and M-PESA. Never the whole list of a phone. */
export const ASKED_PACKAGES: readonly string[] = [
  'com.inventureaccess.safarirahisi',
  'com.branch_international.branch.branch_demo_android',
  'com.safaricom.mpesa.lifestyle',
];
