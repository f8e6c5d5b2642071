/** What the page of the photos says of one that is on its way, and of a file that is none. */
import { describe, expect, it } from 'vitest';
import { LOCAL } from '#machines/model/codes.ts';
import { examples } from '#screens/apply/idPhotos/examples.ts';
import IdPhotos from '#screens/apply/idPhotos/screen.tsx';
import { problemText } from '#src/i18n/problems.ts';
import { LIMITS } from '#src/market/limits.ts';
import { whyNotAPhoto } from '#src/ui/photoFile.ts';
import { markupOf, wordsOf } from '../drawnText.tsx';

describe('photo being uploaded', () => {
  it('shows the share that was sent', () => {
    expect(markupOf(IdPhotos, examples['half of the front is sent'])).toContain('aria-label="50% of the photo sent"');
    expect(wordsOf(IdPhotos, examples['half of the front is sent'])).toContain('Sending the photo');
  });
  it('all sent: shows that it is being checked', () => {
    const words = wordsOf(IdPhotos, examples['all of the front is sent']);
    expect(words).toContain('Checking the photo');
    expect(words).not.toContain('Sending the photo');
  });
});

describe('file chosen as a photo', () => {
  it('more than 20 MB: the message names the size', () => {
    expect(whyNotAPhoto({ type: 'image/jpeg', size: LIMITS.photo.maxBytes })).toBeNull();
    const cause = whyNotAPhoto({ type: 'image/jpeg', size: LIMITS.photo.maxBytes + 1 });
    expect(problemText('en', { code: cause ?? 0, message: '' })).toBe('This file is larger than 20 MB.');
  });
  it('other type: is refused; without a type: is judged by its bytes', () => {
    expect(whyNotAPhoto({ type: 'application/pdf', size: 1 })).toBe(LOCAL.photoUnreadable);
    expect(whyNotAPhoto({ type: '', size: 1 })).toBeNull();
    expect(whyNotAPhoto({ type: 'application/octet-stream', size: 1 })).toBeNull();
  });
});
