/** The embedded reader of photos: text by Tesseract in a thread, faces by models in a process. */
import { createFaceFinder, type FaceFinder } from './faceEngine.ts';
import { faceReadingOf, mainFaces, mayBePicture, type Face } from './faces.ts';
import { isCopy } from './copies.ts';
import type { PhotoReader } from './photoReader.ts';
import { createTesseractReader, type TextReader } from './tesseract.ts';
import { turnReadingOf } from './headTurn.ts';

/** Border around a photo, as a part of its size: wide enough to find a face that fills the photo. */
const BORDER = 0.5;

export interface EmbeddedReaderOptions {
  /** Called with the error when the reader has no answer. */
  failed?: (error: Error) => void;
  text?: TextReader;
  faces?: FaceFinder;
}

export function createEmbeddedReader({
  failed = () => undefined,
  text = createTesseractReader({ failed }),
  faces = createFaceFinder({ failed }),
}: EmbeddedReaderOptions = {}): PhotoReader {
  /** Finds the faces in a photo of a face, which may fill the photo. */
  const facesIn = async (photo: Buffer): Promise<Face[]> => {
    const found = await faces.find(photo);
    return mainFaces(found).length > 0 ? found : faces.find(photo, BORDER);
  };
  return {
    readFront: (front) => text.readFront(front),
    readBack: (back, card) => text.readBack(back, card),
    async readFace(face, front) {
      const found = await facesIn(face);
      const [largest] = mainFaces(found);
      // Reading text takes seconds, so it is done only if the face may be the portrait of a card.
      if (largest && mayBePicture(largest) && (await text.showsFront(face))) return { is: 'unusable', cause: 'card' };
      return faceReadingOf(found, front && (await faces.find(front)));
    },
    async readTurn(turned, straight, asked) {
      const copy = await isCopy(turned, straight);
      return turnReadingOf(await facesIn(turned), await facesIn(straight), asked, copy);
    },
    async close() {
      await Promise.all([text.close(), faces.close()]);
    },
  };
}
