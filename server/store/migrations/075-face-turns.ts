/** A second photo of the face, with the head turned to the side that the lender drew by lot. */
import type { Migration } from './migration.ts';

const sql = /* sql */ `
alter table photo drop constraint photo_side_check,
  add constraint photo_side_check check (side in ('front', 'back', 'face', 'turned'));

create table face_turn(
  user_id bigint primary key references app_user,
  order_id bigint not null,
  -- what is asked for, as the borrower's own left or right; null: nothing is
  turn text check (turn in ('left', 'right')),
  -- photos with the head turned that were refused for this order
  refused int not null default 0,
  asked_at bigint not null);
`;

export const faceTurns: Migration = { name: '075-face-turns', sql };
