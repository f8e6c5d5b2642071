/** The lender's chart of an order. */
import { orderMachine } from '#machines/order.machine.ts';
import { isStatusName, STATUS } from '#machines/model/orderStatus.ts';
import { orderEventWords } from '#machines/orderWords.ts';
import { statusWords, upperFirst } from '#machines/words.ts';
import { plainName } from '../names.ts';
import type { InspectedChart } from './inspectedChart.ts';

const words = (type: string): string => (orderEventWords(type)?.[1] ?? plainName(type)).replace(/\.$/, '');

export const orderChart: InspectedChart = {
  id: 'order',
  machine: orderMachine,
  name: 'Order',
  run: 'order',
  heading: 'Where the order is',
  isReplayed: false,
  frames: ['order'],
  besides: [],
  switchState: null,
  drawnFrom: () => null,
  drawnTo: {},
  // A correction of an earlier step leads back to the first open step.
  isEverywhere: ({ event, target }) => event === 'application.withdrawn' || event === 'application.expired' || target.key === 'order',
  isGivenUp: () => false,
  isPage: () => true,
  nameOf: ({ key }) => (isStatusName(key) ? upperFirst(statusWords(STATUS[key])) : plainName(key)),
  describe: ({ type }) => ({ kind: 'server', sentence: words(type) }),
  transitionWords: words,
  // The only guard compares the target with the next step, so the target describes it.
  guardWords: () => '',
  facts: () => [],
  clausesOfState: () => [],
  clausesOfTransition: () => [],
  verdictsOf: () => [],
};
