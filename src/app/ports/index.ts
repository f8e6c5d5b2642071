/** The ports outside of the entry. Their chunk is fetched when the phone is idle, or when the first of them is invoked. */
import type { PortName, SessionPortName } from '#machines/ports/index.ts';
import { applyPorts, type ApplyDeps } from './apply.ts';
import { borrowPorts, type BorrowDeps } from './borrow.ts';
import { clientOf } from './lenderClient.ts';
import { collectionPorts, type CollectionDeps } from './collection.ts';
import { feedbackPorts, type FeedbackDeps } from './feedback.ts';
import { oneCallPorts } from './oneCall.ts';
import { policiesPorts, type PoliciesDeps } from './policies.ts';
import type { Works } from './binding.ts';
import { promotionPorts, type PromotionDeps } from './promotion.ts';
import { repayPorts, type RepayDeps } from './repay.ts';
import { tabsPorts, type TabsDeps } from './tabs.ts';
import { userPorts, type UserDeps } from './user.ts';
import { userCenterPorts, type UserCenterDeps } from './userCenter.ts';

export type LaterDeps = ApplyDeps &
  BorrowDeps &
  CollectionDeps &
  FeedbackDeps &
  PoliciesDeps &
  PromotionDeps &
  RepayDeps &
  TabsDeps &
  UserDeps &
  UserCenterDeps;

export type LaterPorts = Works<Exclude<PortName, SessionPortName>>;

/** If the compiler reports a missing port here, the port is more than one call: bind it in the file of its feature. */
export const laterPorts = (deps: LaterDeps): LaterPorts => ({
  ...oneCallPorts(clientOf(deps.api)),
  ...userPorts(deps),
  ...tabsPorts(deps),
  ...applyPorts(deps),
  ...collectionPorts(deps),
  ...borrowPorts(deps),
  ...repayPorts(deps),
  ...userCenterPorts(deps),
  ...policiesPorts(deps),
  ...promotionPorts(deps),
  ...feedbackPorts(deps),
});
