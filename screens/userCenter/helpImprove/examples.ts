import { LOCAL } from '#machines/model/codes.ts';
import { example } from '../../example.ts';
import { amina, visitor } from '../../samples.ts';

const at = (state: 'shown' | 'agreeing' | 'starting' | 'saving' | 'withdrawing') => ({ places: { userCenter: { helpImprove: state } } });

export const examples = {
  asked: example(at('shown'), amina),
  askedForAFile: example(at('shown'), visitor),
  agreeing: example(at('agreeing'), amina),
  starting: example(at('starting'), visitor),
  notFetched: example(at('shown'), { ...amina, problem: { code: LOCAL.networkFailed, message: '' } }),
  sent: example(at('shown'), { ...amina, recording: 'sent' }),
  withdrawing: example(at('withdrawing'), { ...amina, recording: 'sent' }),
  recording: example(at('shown'), { ...visitor, recording: 'on' }),
  ended: example(at('shown'), { ...visitor, recording: 'kept' }),
  saving: example(at('saving'), { ...visitor, recording: 'kept' }),
};
