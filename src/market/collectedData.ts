/**
 * Data that the lender requests from the phone, besides the forms. Store policy and the Data Protection Act require the minimum.
 */
import type { DataKind } from '#machines/model/collection.ts';

/**
 * Reading 27: the kinds that are requested with every new order. None; a clerk may request kinds for a single order.
 */
export const COLLECTED: readonly DataKind[] = [];

/**
 * The only apps that a shell may look for, with consent: other lenders and M-PESA. Never the complete list of
 * installed apps.
 */
export const ASKED_PACKAGES: readonly string[] = [
  'com.inventureaccess.safarirahisi',
  'com.branch_international.branch.branch_demo_android',
  'com.safaricom.mpesa.lifestyle',
];
