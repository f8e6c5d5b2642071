/** What the page of the photos says of one that is on its way, and of a file that is none. */
import { describe, expect, it } from 'vitest';
import { LOCAL } from '#machines/model/codes.ts';
import { examples } from '#screens/apply/idPhotos/examples.ts';
import IdPhotos from '#screens/apply/idPhotos/screen.tsx';
import { problemText } from '#src/i18n/problems.ts';
import { LIMITS } from '#src/market/limits.ts';
import { whyNotAPhoto } from '#src/ui/photoFile.ts';
import { markupOf, wordsOf } from '../drawnText.tsx';

describe('A photo on its way', () => {
  it('says how much of it has been sent', () => {
    expect(markupOf(IdPhotos, examples['half of the front is sent'])).toContain('aria-label="50% of the photo sent"');
    expect(wordsOf(IdPhotos, examples['half of the front is sent'])).toContain('Sending the photo');
  });
  it('is being looked at once all of it was sent', () => {
    const words = wordsOf(IdPhotos, examples['all of the front is sent']);
    expect(words).toContain('Checking the photo');
    expect(words).not.toContain('Sending the photo');
  });
});

describe('A file', () => {
  it('of more than 20 MB is told so, and not that it is no photo', () => {
    expect(whyNotAPhoto({ type: 'image/jpeg', size: LIMITS.photo.maxBytes })).toBeNull();
    const cause = whyNotAPhoto({ type: 'image/jpeg', size: LIMITS.photo.maxBytes + 1 });
    expect(problemText('en', { code: cause ?? 0, message: '' })).toBe('This file is larger than 20 MB.');
  });
  it('that says it is something else is refused; one that says nothing is judged by its bytes', () => {
    expect(whyNotAPhoto({ type: 'application/pdf', size: 1 })).toBe(LOCAL.photoUnreadable);
    expect(whyNotAPhoto({ type: '', size: 1 })).toBeNull();
    expect(whyNotAPhoto({ type: 'application/octet-stream', size: 1 })).toBeNull();
  });
});
