import { LOCAL } from '#machines/model/codes.ts';
import { example } from '../../example.ts';
import { amina, visitor } from '../../samples.ts';

const at = (state: 'shown' | 'starting' | 'saving') => ({ places: { userCenter: { helpImprove: state } } });

export const examples = {
  asked: example(at('shown'), visitor),
  starting: example(at('starting'), amina),
  notFetched: example(at('shown'), { ...amina, problem: { code: LOCAL.networkFailed, message: '' } }),
  recording: example(at('shown'), { ...amina, recording: 'on' }),
  ended: example(at('shown'), { ...amina, recording: 'kept' }),
  saving: example(at('saving'), { ...amina, recording: 'kept' }),
};
