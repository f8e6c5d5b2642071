import { describe, expect, it } from 'vitest';
import { journeyMachine } from '#machines/journey.machine.ts';
import { ROUTES, type RouteName } from '#machines/routes.ts';
import { CODE } from '#machines/model/codes.ts';
import { STATUS } from '#machines/model/orderStatus.ts';
import { orderIn, support } from '../paths/lenderSamples.ts';
import { asBorrower, refusal } from './chartDriver.ts';

const places = (Object.keys(ROUTES) as RouteName[]).map((name) => journeyMachine.getStateNodeById(name));

describe('the problem of a place', () => {
  it.each(places.map((node) => [node.id, node] as const))('%s, left: its problem is cleared', (_, { exit }) => {
    expect(exit).toContain('clearProblem');
  });

  it('personalInfo with a refused section, left for another step by a link: the problem is cleared', async () => {
    const journey = (await asBorrower(orderIn(STATUS.bindCard))).open('#personalInfo');
    await journey.send({ type: 'personalInfo.submitted', values: {} }).fail('savePersonalInfo', refusal(CODE.invalidField, 'No'));
    expect([journey.at, journey.context.problem?.message]).toEqual(['personalInfo.editing', 'No']);
    expect(journey.open('#additionalInfo').context.problem).toBeNull();
  });

  it('customerServices after a failed call, the retry answered: the problem is cleared', async () => {
    const journey = await asBorrower(orderIn(STATUS.repaying));
    journey.open('#customerServices');
    await journey.fail('loadSupport', refusal(CODE.invalidField, 'No'));
    expect(journey.context.problem?.message).toBe('No');
    await journey.send({ type: 'retry.requested' }).answer('loadSupport', support);
    expect(journey.context.problem).toBeNull();
  });
});
