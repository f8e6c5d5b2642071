/** The page of the photos: its text about a photo that is being sent, and about a file that is no photo. */
import { describe, expect, it } from 'vitest';
import { LOCAL } from '#machines/model/codes.ts';
import { examples } from '#screens/apply/idPhotos/examples.ts';
import IdPhotos from '#screens/apply/idPhotos/screen.tsx';
import { problemText } from '#src/i18n/problems.ts';
import { LIMITS } from '#src/market/limits.ts';
import { whyNotAPhoto } from '#src/ui/photoFile.ts';
import { markupOf, wordsOf } from '../drawnText.tsx';

describe('photo being uploaded', () => {
  it('photo being uploaded: the share that was sent is shown', () => {
    expect(markupOf(IdPhotos, examples['half of the front is sent'])).toContain('aria-label="50% of the photo sent"');
    expect(wordsOf(IdPhotos, examples['half of the front is sent'])).toContain('Sending the photo');
  });
  it('photo being uploaded, all sent: shows that it is being checked', () => {
    const words = wordsOf(IdPhotos, examples['all of the front is sent']);
    expect(words).toContain('Checking the photo');
    expect(words).not.toContain('Sending the photo');
  });
});

describe('photo with the head turned', () => {
  it('photo with the head turned, requested: page and button name the side, and the page says what the phone then sees', () => {
    const words = wordsOf(IdPhotos, examples['head is to be turned left']);
    expect(words).toContain('One more photo: turn your head to your left, so that the phone sees your right cheek.');
    expect(words).toContain('Turn left and take the photo');
    expect(words).not.toContain('Photograph your face');
  });
  it('photo with the head turned, refused: the page shows the reason, and the next side', () => {
    const words = wordsOf(IdPhotos, examples['head was turned to the other side']);
    expect(words).toContain('Your head was turned to the other side. See which side is asked for now');
    expect(words).toContain('One more photo: turn your head to your right, so that the phone sees your left cheek.');
    expect(words).toContain('Turn right and take the photo');
  });
  it('photo with the head turned, camera open: names the side, in the words of the hints', () => {
    const markup = markupOf(IdPhotos, examples['camera for the turned face']);
    expect(markup).toContain('Turn your head slowly to your left, then hold still. The photo is taken by itself');
  });
});

describe('file chosen as a photo', () => {
  it('photo of more than 20 MB: the message names the size', () => {
    expect(whyNotAPhoto({ type: 'image/jpeg', size: LIMITS.photo.maxBytes })).toBeNull();
    const cause = whyNotAPhoto({ type: 'image/jpeg', size: LIMITS.photo.maxBytes + 1 });
    expect(problemText('en', { code: cause ?? 0, message: '' })).toBe('This file is larger than 20 MB.');
  });
  it('file chosen as a photo, other type: is refused; without a type: is judged by its bytes', () => {
    for (const type of ['application/pdf', 'image/svg+xml', 'image/gif', 'text/plain', 'video/mp4'])
      expect(whyNotAPhoto({ type, size: 1 }), type).toBe(LOCAL.photoUnreadable);
    expect(problemText('en', { code: LOCAL.photoUnreadable, message: '' })).toContain('choose a JPEG, PNG or WebP picture');
    // Some phones can decode these formats. The photo is sent as a JPEG in any case.
    for (const type of ['image/heic', 'image/avif', 'image/jpeg']) expect(whyNotAPhoto({ type, size: 1 }), type).toBeNull();
    expect(whyNotAPhoto({ type: '', size: 1 })).toBeNull();
    expect(whyNotAPhoto({ type: 'application/octet-stream', size: 1 })).toBeNull();
  });
});

describe('card that was read', () => {
  it('card that was read, not as typed: the photo of the front leads to the comparison instead of being called clear', () => {
    const words = wordsOf(IdPhotos, examples['another number was typed']);
    expect(words).toContain('Front of ID Not what you typed. See below.');
    expect(words).not.toContain('Front of ID Clear and readable');
    expect(wordsOf(IdPhotos, examples['read and matches'])).toContain('Front of ID Clear and readable');
  });
  it('card that was read, same as typed: the page shows both values and that they match', () => {
    const words = wordsOf(IdPhotos, examples['read and matches']);
    expect(words).toContain('The card matches what you typed.');
    expect(words).toContain('On the card AMINA WANJIKU You typed Amina Wanjiku');
    expect(words).toContain('On the card 15 Mar 1992 You typed 15 Mar 1992');
    expect(words).toContain('Your photos were read and match.');
    expect(words).not.toContain('Correct what I typed');
  });
  it('card that was read, another number: only this value can be corrected, and the page says what continuing means', () => {
    const words = wordsOf(IdPhotos, examples['another number was typed']);
    expect(words).toContain('On the card 12345678 You typed 12345687');
    expect(words.match(/Correct what I typed/g)).toHaveLength(1);
    expect(words).toContain('If you continue like this, a person will look at it.');
  });
  it("card that was read, another person's: the page says so, and that a person will check it", () => {
    const words = wordsOf(IdPhotos, examples["another person's card"]);
    expect(words).toContain('This looks like the ID of another person');
    expect(words).toContain('A person will look at your photos before you get an answer.');
    expect(words).not.toContain('Your photos were read and match.');
  });
  it('face without a verdict: its tile and the page say that a person will check it', () => {
    const words = wordsOf(IdPhotos, examples['a person compares the face']);
    expect(words).toContain('A person will look at this photo');
    expect(words).toContain('A person will look at your photos before you get an answer.');
  });
  it('card that was read, comparison running: the page says so instead of "sending"', () => {
    const words = wordsOf(IdPhotos, examples['the lender compares']);
    expect(words).toContain('Comparing with what you typed');
    expect(words).not.toContain('Sending the photo');
  });
});

it('photos, all taken: the page no longer names the minute that they take', () => {
  expect(wordsOf(IdPhotos, examples['nothing taken'])).toContain('About 3 minutes left');
  expect(wordsOf(IdPhotos, examples['all clear'])).toContain('About 2 minutes left');
});
