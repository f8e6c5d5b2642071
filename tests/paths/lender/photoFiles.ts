/** Photos of a phone, and a stub of the canvas that makes them smaller in a browser. */
import { facePhoto, idBack, idFront } from '../../support/idCards.ts';

const SIDES = { front: idFront, back: idBack, face: facePhoto } as const;
const taken = new Map<keyof typeof SIDES, Promise<Blob>>();

/** A clean photo of this side, drawn once. */
export function pictureOf(side: keyof typeof SIDES): Promise<Blob> {
  const known = taken.get(side) ?? SIDES[side]().then((bytes) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
  taken.set(side, known);
  return known;
}

/** Stubs the canvas for ports that run without a browser: the picture keeps its size. */
export function stubCanvas(): void {
  let opened: Blob | null = null;
  const names = new Map<string, Blob>();
  class Picture extends EventTarget {
    naturalWidth = 800;
    naturalHeight = 600;
    set src(name: string) {
      opened = names.get(name) ?? null;
      queueMicrotask(() => this.dispatchEvent(new Event(opened ? 'load' : 'error')));
    }
  }
  const canvas = () => ({
    width: 0,
    height: 0,
    getContext: () => ({ drawImage: () => undefined }),
    toBlob: (give: (blob: Blob | null) => void) => give(opened),
  });
  Object.assign(globalThis, { Image: Picture, document: { createElement: canvas } });
  URL.createObjectURL = (blob) => {
    const name = `blob:${names.size}`;
    names.set(name, blob as Blob);
    return name;
  };
  URL.revokeObjectURL = () => undefined;
}
