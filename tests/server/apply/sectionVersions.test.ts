/** Two devices of one borrower save the same section: the later save is refused with the newer version. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE, type Problem } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import type { Values } from '#machines/model/application.ts';
import { startLender, type Phone, type TestLender } from '#tests/support/testLender.ts';
import { complete } from '../../forms/sectionSamples.ts';

let lender: TestLender;
let numbers = 733_000_000;

beforeAll(async () => {
  lender = await startLender();
});
afterAll(() => lender.stop());

async function applying(): Promise<{ phone: Phone; orderNo: string }> {
  const phone = lender.phone();
  await phone.signIn(`254${++numbers}`);
  const { product } = await phone.call('latestOrder', {});
  const { orderNo } = await phone.call('applyMarket', {
    productId: product.id,
    amount: product.minPrincipal,
    termDays: product.termDays[0] ?? 0,
  });
  return { phone, orderNo };
}

const person = (lastName: string): Values => ({ ...complete.personalInfo, lastName });
const refusedWith = (promise: Promise<unknown>): Promise<Problem> =>
  promise.then(
    () => {
      throw new Error('it was saved');
    },
    (problem: Problem) => problem,
  );

describe('A section', () => {
  it('section, saved and read: carries its version', async () => {
    const { phone, orderNo } = await applying();
    const { saved } = await phone.call('saveBasicInfoMarket', { orderNo, values: person('Wanjiku'), basedOn: null });
    expect(saved).toMatchObject({ section: 'personalInfo', values: { lastName: 'Wanjiku' } });
    expect((await phone.call('latestOrder', {})).saved).toEqual([saved]);
    const info = await phone.call('getUserInfo', {});
    expect(info.savedAt).toEqual({ personalInfo: saved?.savedAt });
    expect(info.sections.personalInfo).toEqual(saved?.values);
  });

  it('section, saved again at the same moment: gets another version', async () => {
    const { phone, orderNo } = await applying();
    const versions: number[] = [];
    for (const name of ['Wanjiku', 'Njeri', 'Otieno']) {
      const basedOn = versions[versions.length - 1] ?? null;
      versions.push((await phone.call('saveBasicInfoMarket', { orderNo, values: person(name), basedOn })).saved?.savedAt ?? 0);
    }
    expect(new Set(versions).size).toBe(3);
  });

  it('section, saved by another device since: is refused with the newer values', async () => {
    const { phone, orderNo } = await applying();
    const first = (await phone.call('saveBasicInfoMarket', { orderNo, values: person('Wanjiku'), basedOn: null })).saved;
    const basedOn = first?.savedAt ?? null;
    const second = (await phone.call('saveBasicInfoMarket', { orderNo, values: person('Njeri'), basedOn })).saved;
    const refused = await refusedWith(phone.call('saveBasicInfoMarket', { orderNo, values: person('Otieno'), basedOn }));
    expect(refused).toMatchObject({ code: CODE.savedElsewhere, newer: second });
    expect((await phone.call('getUserInfo', {})).sections.personalInfo).toMatchObject({ lastName: 'Njeri' });
    const kept = await phone.call('saveBasicInfoMarket', { orderNo, values: person('Otieno'), basedOn: second?.savedAt ?? null });
    expect(kept.saved?.values).toMatchObject({ lastName: 'Otieno' });
  });

  it('section that this device never read: is refused', async () => {
    const { phone, orderNo } = await applying();
    await phone.call('saveBasicInfoMarket', { orderNo, values: person('Wanjiku'), basedOn: null });
    const refused = await refusedWith(phone.call('saveBasicInfoMarket', { orderNo, values: person('Njeri'), basedOn: null }));
    expect(refused.code).toBe(CODE.savedElsewhere);
  });

  it('section, same values saved again: causes no conflict', async () => {
    const { phone, orderNo } = await applying();
    await phone.call('saveBasicInfoMarket', { orderNo, values: person('Wanjiku'), basedOn: null });
    const again = await phone.call('saveBasicInfoMarket', { orderNo, values: person('Wanjiku'), basedOn: null });
    expect(again.status).toBe(STATUS.addition);
  });

  it('section, two saves at once: one is stored', async () => {
    const { phone, orderNo } = await applying();
    const answers = await Promise.allSettled(
      ['Wanjiku', 'Njeri'].map((name) => phone.call('saveBasicInfoMarket', { orderNo, values: person(name), basedOn: null })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([-1, 1.5, 'yesterday'])('section, base version %s: is refused, and the field is named', async (basedOn) => {
    const { phone, orderNo } = await applying();
    const refused = await refusedWith(
      phone.call('saveBasicInfoMarket', { orderNo, values: person('Wanjiku'), basedOn: basedOn as number }),
    );
    expect(refused.fields).toHaveProperty('basedOn');
  });
});

it('home of a visitor, or after the application was sent: has no sections', async () => {
  expect(await lender.phone().call('productIndex', {})).not.toHaveProperty('saved');
});
