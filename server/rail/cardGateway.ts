/** The interface of a gateway that authorises bank cards. Without one, cards are not offered. */

export interface Card {
  /** 13 to 19 digits. */
  number: string;
  /** `MM/YY`, the last month in which the card is valid. */
  validTo: string;
  /** Three digits; null for a card without a CVC. Passed on and never stored. */
  cvc: string | null;
}

/** `token` identifies the card without containing its number. */
export type CardAnswer = { is: 'authorised'; token: string; lastFour: string } | { is: 'refused'; why: 'invalid' | 'expired' | 'declined' };

export interface CardGateway {
  /** Requests an authorisation from the card's bank; no money moves. Rejects when there was no answer. */
  authorise(card: Card): Promise<CardAnswer>;
}
