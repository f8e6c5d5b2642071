import type { SavedSection, Values } from '../model/application.ts';
import type { Instant } from '../model/calendar.ts';
import type { OpenedCamera } from '../model/camera.ts';
import type { IdentityCheck } from '../model/identityCheck.ts';
import type { FaceTurn } from '../model/faceTurn.ts';
import type { PhotoSide } from '../model/idPhotos.ts';
import type { Cents } from '../model/money.ts';
import type { MarketProduct, Order, Recommendation } from '../model/order.ts';
import { either, withStatus } from '../words.ts';
import { port, type ForOrder } from './port.ts';

type ForSection = ForOrder & { values: Values };
/** `basedOn`: the lender's version that was changed; null: none was known. Rejects with `savedElsewhere` if a newer one exists. */
type ForVersion = ForSection & { basedOn?: Instant | null };
/** `contact` is null when the borrower closed the phone book. */
export type PickedContact = { index: number; contact: { name: string; phone: string } | null };

export const apply = {
  loadMarket: port<{ products: MarketProduct[] }>().reads({
    call: 'productListMarket',
    clauses: ['1.marketplace'],
    doing: 'Opening the loans on offer',
    words: 'The loans on offer arrived',
    silent: 'the product that home shows is offered',
  }),
  /** `again`: the borrower had a loan before. */
  startApplication: port<Order, { productId: string; amount: Cents; termDays: number; again: boolean }>().changes({
    clauses: ['1.oneLoan', '4.flow'],
    doing: 'Choosing the loan',
    words: withStatus('Application opened'),
    refusals: ['orderRefused'],
  }),
  /** Values saved for an earlier loan or on another phone. */
  loadSaved: port<readonly SavedSection[]>().reads({
    clauses: ['7.userInfo'],
    doing: 'Fetching earlier answers',
    words: 'Earlier answers arrived',
    silent: 'what is not known is asked for',
  }),
  savePersonalInfo: port<Order, ForVersion>().changes({
    call: 'saveBasicInfoMarket',
    clauses: ['3.personal'],
    doing: 'Saving personal information',
    words: withStatus('Personal information saved'),
    refusals: ['orderRefused', 'savedElsewhere'],
  }),
  saveAdditionalInfo: port<Order, ForVersion>().changes({
    call: 'saveAdditionInfoMarket',
    clauses: ['3.work', '3.contacts'],
    doing: 'Saving additional information',
    words: withStatus('Additional information saved'),
    refusals: ['orderRefused', 'savedElsewhere'],
  }),
  /** Lets the shell show its phone book. `index`: of the emergency contact, 1 to 5. */
  pickContact: port<PickedContact, { index: number }>().reads({
    answeredBy: 'phone',
    clauses: ['3.contacts', '1.shell'],
    doing: 'Opening the phone book',
    words: either('contact', 'The phone book answered', 'A contact came from the phone book', 'The phone book was closed'),
  }),
  /** Opens the phone's camera for the viewfinder in the page. The camera is released when the viewfinder is closed. */
  openCamera: port<OpenedCamera, { side: PhotoSide }>().reads({
    answeredBy: 'phone',
    clauses: ['3.identity', '5.identity'],
    doing: 'Opening the camera',
    words: either('handle', 'The phone answered about its camera', 'The camera is open', 'The camera could not be opened'),
  }),
  /**
   * `turn` of the input: to which side the head on the photo is turned; null: any other photo. `turn` of the answer: the turn
   * that the lender asks for now; null: none.
   */
  uploadPhoto: port<{ turn: FaceTurn | null }, ForOrder & { side: PhotoSide; handle: string; turn: FaceTurn | null }>().changes({
    clauses: ['3.identity'],
    doing: 'Sending a photo',
    words: either(
      'turn',
      'The photo arrived',
      'The photo arrived, and the lender asks to turn the head',
      'The photo arrived at the lender',
    ),
    refusals: ['orderRefused'],
  }),
  checkIdentity: port<IdentityCheck, ForOrder>().reads({
    call: 'readIdCard',
    clauses: ['3.identity'],
    doing: 'Reading the ID',
    words: 'What was read from the photos arrived',
    silent: 'the photos can be sent all the same, and the lender compares them itself',
  }),
  finishPhotos: port<Order, ForOrder>().changes({
    call: 'finishUploadAllImg',
    clauses: ['3.identity'],
    doing: 'Sending the ID photos',
    words: withStatus('ID photos accepted'),
    refusals: ['orderRefused'],
  }),
  bindAccount: port<Order, ForSection>().changes({
    call: 'bindBankCard',
    clauses: ['3.account'],
    doing: 'Saving the payout account',
    words: withStatus('Payout account saved'),
    refusals: ['orderRefused'],
  }),
  saveQuestionnaire: port<Order, ForSection>().changes({
    call: 'saveQuestionnaire',
    clauses: ['3.questionnaire'],
    doing: 'Sending the application',
    words: withStatus('Application sent'),
    refusals: ['orderRefused', 'invalidField'],
  }),
  /** Loads the products that may be applied for after a rejection. */
  loadRecommendation: port<Recommendation>().reads({
    call: 'isRejectRecommendation',
    clauses: ['1.marketplace'],
    doing: 'Asking what is possible after a rejection',
    words: 'What may be asked for after a rejection arrived',
    silent: 'the answer itself is there',
  }),
  /** Requests a review by a person after a rejection. */
  requestReview: port<Order, ForOrder>().changes({
    call: 'requestReview',
    clauses: ['4.review'],
    doing: 'Asking for a person',
    words: withStatus('A person was asked for'),
  }),
};
