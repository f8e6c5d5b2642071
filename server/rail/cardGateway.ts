/** What lending asks of whoever checks bank cards. Where there is nobody, cards are not offered. */

export interface Card {
  /** 13 to 19 digits. */
  number: string;
  /** `MM/YY`, the last month it is good for. */
  validTo: string;
  /** Three digits; not every card asks for it. It is passed on and never stored. */
  cvc: string | null;
}

/** `token` names the card for ever without being it. */
export type CardAnswer = { is: 'authorised'; token: string; lastFour: string } | { is: 'refused'; why: 'invalid' | 'expired' | 'declined' };

export interface CardGateway {
  /** Asks the card's bank for nothing but a yes: no money moves. Rejects when there was no answer. */
  authorise(card: Card): Promise<CardAnswer>;
}
