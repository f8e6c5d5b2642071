/** Migrations in two steps: releases N and N+1 run side by side, and a return to N is possible (docs/decisions/0084). */
import { describe, expect, test } from 'vitest';
import { doneMigrations, migrate, tooNew } from '#server/store/migrate.ts';
import { migrations } from '#server/store/migrations/index.ts';
import type { Migration } from '#server/store/migrations/migration.ts';
import { onEitherDatabase, testClock } from '#tests/support/database.ts';
import { stepFaults } from '#tests/support/migrationSteps.ts';

const faultsOf = (sql: string): string[] => stepFaults([{ name: '900-next', sql }]);

test('every migration from 093 on: expands, or names the earlier migration after which it contracts', () => {
  expect(stepFaults(migrations)).toEqual([]);
});

describe('migration that expands', () => {
  test.each([
    ['alter table loan_order drop column principal', 'drops a column'],
    ['alter table loan_order drop principal', 'drops a column'],
    ['alter table loan_order drop if exists principal', 'drops a column'],
    ['alter table loan_order add column a int, drop column b', 'drops a column'],
    ['alter table loan_order alter column principal drop default', 'drops a default'],
    ['alter table loan_order rename column principal to amount', 'renames'],
    ['alter table loan_order rename to loans', 'renames'],
    ['alter table loan_order alter column principal type numeric', 'changes the type'],
    ['ALTER TABLE loan_order ALTER principal SET DATA TYPE numeric', 'changes the type'],
    ['alter table loan_order alter column principal set not null', 'forbids nulls'],
    ['alter table loan_order add column note text not null', 'not null and has no default'],
    ['alter table loan_order add column note text unique', 'adds a constraint'],
    ['alter table loan_order add constraint positive check (principal > 0)', 'adds a constraint'],
    ['alter table loan_order add unique (principal)', 'adds a constraint'],
    ['create unique index one on loan_order(user_id)', 'adds a unique index'],
    ['create trigger t before insert on loan_order execute function f()', 'adds a trigger'],
    ['create or replace function balanced() returns trigger as $$ begin end $$ language plpgsql', 'replaces'],
    ['drop table loan_order', 'drops what'],
    ['drop trigger balanced on entry', 'drops what'],
    ["alter type kind rename value 'a' to 'b'", 'changes what'],
    ['delete from outbox', 'deletes rows'],
    ['truncate outbox', 'deletes rows'],
    ['select 1; -- harmless\n drop /* not */ table loan_order', 'drops what'],
  ])('migration that expands, "%s": is found', (sql, words) => {
    expect(faultsOf(sql)).toEqual([expect.stringContaining(words)]);
  });

  test.each([
    ['alter table loan_order add column note text'],
    ["alter table loan_order add column note text not null default ''"],
    ['alter table loan_order add column twice bigint generated always as (principal * 2) stored'],
    ['alter table loan_order alter column principal drop not null'],
    ['alter table loan_order drop constraint positive'],
    ["update loan_order set note = 'drop table loan_order; delete from outbox'"],
    [
      'create table office(id bigint primary key, town text not null unique); create unique index o on office(town); alter table office add check (id > 0)',
    ],
    ['create index orders_by_user on loan_order(user_id)'],
    ['drop index orders_by_user'],
  ])('migration that expands, "%s": is allowed', (sql) => {
    expect(faultsOf(sql)).toEqual([]);
  });
});

test('migration that loosens a constraint: may drop it and add it again, and add no other', () => {
  const loosen = (sql: string): string[] => stepFaults([{ name: '900-next', sql: `alter table loan_order ${sql}`, loosens: 'positive' }]);
  expect(loosen('drop constraint positive, add constraint positive check (principal > 0 or status = 6)')).toEqual([]);
  expect(loosen('drop constraint positive, add constraint other check (principal > 0)')).toEqual([
    expect.stringContaining('adds a constraint'),
  ]);
  expect(loosen('add constraint positive check (principal > 0)')).toEqual(['900-next loosens positive, which it does not drop.']);
});

test('migration that contracts: may drop, after an earlier migration only', () => {
  const drop: Migration = { name: '901-drop', sql: 'alter table loan_order drop column note', contractsAfter: '900-unused' };
  expect(stepFaults([{ name: '900-unused', sql: '' }, drop])).toEqual([]);
  expect(stepFaults([drop])).toEqual(['901-drop contracts after 900-unused, which is no earlier migration.']);
  expect(stepFaults([drop, { name: '900-unused', sql: '' }].map((one) => ({ ...one, contractsAfter: one.name })))).toHaveLength(2);
});

onEitherDatabase((engine) => {
  const clock = testClock();
  const expand: Migration = { name: '900-note', sql: 'alter table feedback_note add column note text' };
  const made: Migration = { name: '899-made', sql: 'create table feedback_note(id int, old text)' };
  const contract: Migration = { name: '901-drop', sql: 'alter table feedback_note drop column old', contractsAfter: '900-note' };

  test('newer release exchanged for the one before: it works while the newer one only added, and is refused once it removed', async () => {
    const { db } = await engine.open(clock);
    const [before, next, afterNext] = [
      [...migrations, made],
      [...migrations, made, expand],
      [...migrations, made, expand, contract],
    ];
    await migrate(db, clock.now(), next);
    await migrate(db, clock.now(), before);
    expect(tooNew(await doneMigrations(db), before)).toEqual([]);

    await migrate(db, clock.now(), afterNext);
    await migrate(db, clock.now(), next);
    await expect(migrate(db, clock.now(), before)).rejects.toThrow(
      'The database was written by a newer release that removed what this one uses (901-drop): start that release instead.',
    );
    expect(tooNew(await doneMigrations(db), before), 'a process that runs is not ready any more').toEqual(['901-drop']);
  });
});
